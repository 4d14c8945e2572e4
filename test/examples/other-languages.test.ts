import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { listen, requestOf } from "../support/listen.ts";
import { PHP, PYTHON } from "./money/processes/process.ts";

/** More than half of `PAYMENTS_UNDER_WAY`, one each 200 ms. */
const SLOW_BYTES = 15;

const FOLDER = join(import.meta.dirname, "../../examples/other-languages");

async function openDatabase() {
  const folder = await mkdtemp(join(tmpdir(), "other-languages-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "shop.sqlite");
  const db = new DatabaseSync(file, { timeout: 5000 });
  onTestFinished(() => db.close());
  db.exec(await readFile(join(FOLDER, "schema.sql"), "utf8"));
  return { file, db };
}

/** Fails where the language is not installed. */
async function start([command = "", ...parameters]: readonly string[], env: Record<string, string>) {
  // The Python for which Debian installs packages comes first.
  const path = { PATH: `/usr/bin:${process.env["PATH"]}` };
  const child = spawn(command, parameters, { cwd: FOLDER, env: { ...process.env, ...path, ...env } });
  await once(child, "spawn");
  return child;
}

// test/examples/money plays kills and lost answers of the whole shops, which use the same files.
describe.each([PHP, PYTHON])("in $ending", ({ ending, run }) => {
  test("no answer of the gateway is taken for what it does not say of a charge", async () => {
    const { file, db } = await openDatabase();
    const sandbox = new Sandbox();
    const posts = () => sandbox.requests.filter(({ operation }) => operation === "transactions.pay").length;
    /** What the gateway answers to a charge that it has made, and to a look-up, instead of what it should. */
    let charged: number | undefined;
    let found: readonly [status: number, body: string] | undefined;
    let elsewhere: string | undefined;
    let isSlow = false;
    const server = createServer(async (request, response) => {
      const { method } = request;
      if (elsewhere) return void response.writeHead(302, { location: elsewhere }).end();
      if (method === "GET" && found) return void response.writeHead(found[0]).end(found[1]);
      const answer = await sandbox.fetch(await requestOf(request));
      response.writeHead((method === "POST" && charged) || answer.status);
      // A byte now and then, so that no read times out.
      for (let byte = 0; isSlow && method === "GET" && byte < SLOW_BYTES; byte += 1) {
        response.write(" ");
        await sleep(200);
      }
      return void response.end(await answer.text());
    });
    await using gateway = await listen(server);
    const { shopId, secretKey } = sandbox.clientOptions;
    const env = {
      PAYMENTS_SHOP_ID: shopId,
      PAYMENTS_SECRET_KEY: secretKey,
      PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
      PAYMENTS_GATEWAY_URL: gateway.url,
      DATABASE: file,
    };
    /** With a right clock, after the last time with one that was a year ahead. */
    const charge = async (id: string, limits = {}): Promise<string> => {
      db.exec("UPDATE charges SET sent_at = sent_at + 31536000");
      const { stdout } = await start([...run(`charge_once.${ending}`), id], { ...env, ...limits });
      return text(stdout);
    };
    const card = await savedCard(sandbox);
    let amount = 990;
    const store = (id: string, token = card): void => {
      amount += 1; // another amount than that of the last: the gateway refuses equal ones for 30 seconds
      db.prepare(
        "INSERT INTO charges (id, card_token, amount, currency, description) VALUES (?, ?, ?, 'EUR', 'Month')",
      ).run(id, token, amount);
    };

    for (charged of [408, 409, 500]) {
      store(`${charged}`);
      expect(await charge(`${charged}`)).toContain("open");
      expect(await charge(`${charged}`)).toContain("succeeded");
    }
    expect(posts()).toBe(3);
    charged = undefined;

    store("strange");
    for (found of [
      [400, '{"transactions":[]}'],
      [404, '{"transactions":[]}'],
      [200, "<html>Log in</html>"],
      [200, "null"],
      [200, "{}"],
      [200, '{"transactions":null}'],
      [200, '"none"'],
    ] as const) {
      expect(await charge("strange"), found[1]).toContain("open");
    }
    expect(posts()).toBe(3);
    const made = { type: "payment", amount, currency: "EUR", tracking_id: "strange" };
    const repeat = { ...made, uid: "repeat", status: "failed" };
    found = [200, JSON.stringify({ transactions: [repeat, { ...made, uid: "made", status: "successful" }] })];
    expect(await charge("strange")).toContain("succeeded made");
    store("test");
    const test = { ...made, uid: "test", status: "successful", test: true, amount, tracking_id: "test" };
    found = [200, JSON.stringify({ transactions: [test] })];
    expect(await charge("test")).toContain("open test is a test");
    found = undefined;

    store("deleted", "no such token");
    expect(await charge("deleted")).toContain("refused");

    // The refusal is that of a repeat: what it repeats arrived after the look-up.
    charged = 422;
    store("repeat");
    expect(await charge("repeat")).toContain("succeeded");
    charged = undefined;

    // Two processes at the same time.
    store("at once");
    const earlier = posts();
    await Promise.all([1, 2].map(() => charge("at once")));
    const before = posts();
    expect(before).toBe(earlier + 1);

    // Another process may have the row by now.
    store("slow");
    isSlow = true;
    const short = { PAYMENTS_TIMEOUT: "2000", PAYMENTS_UNDER_WAY: "4000" };
    expect(await charge("slow", short)).toContain("open the look-up took long");
    isSlow = false;
    expect(await charge("slow", { ...short, PAYMENTS_UNDER_WAY: "3999" })).toBe(""); // dangerous

    const heard: unknown[] = [];
    await using other = await listen(
      createServer(({ headers }, response) => void response.end(JSON.stringify(heard.push(headers)))),
    );
    elsewhere = other.url;
    store("elsewhere");
    expect(await charge("elsewhere")).toContain("open");
    expect(heard).toEqual([]);
    expect(posts()).toBe(before);
  });
});

async function savedCard(sandbox: Sandbox): Promise<string> {
  const payments = new PaymentsClient(sandbox.clientOptions);
  const order = { amount: 100, currency: "EUR", description: "First month" };
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
  return (await sandbox.pay(token, { saveCard: true })).credit_card?.token ?? "";
}
