import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { PaymentsClient } from "payments-client";
import type { Sandbox } from "payments-client/sandbox";
import { describe, expect, test } from "vitest";
import { environmentOf } from "../../src/sandbox/environment-lines.ts";
import { listen } from "../support/listen.ts";
import { openMeddledGateway } from "./meddled-gateway.ts";
import { PHP, PYTHON, SCRIPT_ENVIRONMENT } from "./money/processes/process.ts";
import { openDatabase } from "./notified-shops.ts";

/** More than half of `PAYMENTS_UNDER_WAY`, one each 200 ms. */
const SLOW_BYTES = 15;

const FOLDER = join(import.meta.dirname, "../../examples/other-languages");

// test/examples/money plays kills and lost answers of the whole shops, which use the same files.
describe.each([PHP, PYTHON])("in $ending", ({ ending, run }) => {
  test("no answer of the gateway is taken for what it does not say of a charge", async () => {
    const { file, db } = await openDatabase();
    db.exec(await readFile(join(FOLDER, "schema.sql"), "utf8"));
    const { sandbox, own, clientOptions } = await openMeddledGateway();
    const posts = () => sandbox.requests.filter(({ operation }) => operation === "transactions.pay").length;
    /** What the gateway answers to a charge that it has made, and to a look-up, instead of what it should. */
    let charged: number | undefined;
    let found: readonly [status: number, body: string] | undefined;
    let elsewhere: string | undefined;
    let isSlow = false;
    own.meddle = async ({ name, answer, response }) => {
      const isGet = name.startsWith("GET");
      if (elsewhere) return response.writeHead(302, { location: elsewhere }).end();
      if (isGet && found) return response.writeHead(found[0]).end(found[1]);
      if (!isGet && charged) return response.writeHead(charged).end(await answer());
      // A byte now and then, so that no read times out.
      for (let byte = 0; isSlow && isGet && byte < SLOW_BYTES; byte += 1) {
        response.write(" ");
        await sleep(200);
      }
      return isSlow && isGet && response.end(await answer());
    };
    const publicKey = await sandbox.publicKey();
    const env = {
      ...process.env,
      ...SCRIPT_ENVIRONMENT,
      ...environmentOf({ ...clientOptions, publicKey }),
      DATABASE: file,
    };
    /** With a right clock, after the last time with one that was a year ahead. */
    const charge = async (id: string, limits = {}): Promise<string> => {
      db.exec("UPDATE charges SET sent_at = sent_at + 31536000");
      const [program = "", ...parameters] = run(`charge_once.${ending}`);
      const options = { cwd: FOLDER, env: { ...env, ...limits } };
      return (await promisify(execFile)(program, [...parameters, id], options)).stdout;
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
    const dangerous = charge("slow", { ...short, PAYMENTS_UNDER_WAY: "3999" });
    await expect(dangerous).rejects.toThrow("must be at least twice PAYMENTS_TIMEOUT");

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
