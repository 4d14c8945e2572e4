import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { Sandbox } from "payments-client/sandbox";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort, listen } from "../support/listen.ts";

const FOLDER = join(import.meta.dirname, "../../examples/other-languages");

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "other-languages-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function openDatabase(name: string) {
  const file = join(folder, `${name}.sqlite`);
  const db = new DatabaseSync(file, { timeout: 5000 });
  db.exec(await readFile(join(FOLDER, "schema.sql"), "utf8"));
  return { file, db };
}

/** The one for which Debian installs packages, where another comes first in PATH. */
const PYTHON = existsSync("/usr/bin/python3") ? "/usr/bin/python3" : "python3";

const LANGUAGES = [
  {
    language: "php",
    serve: (port: number) => ["php", "-S", `127.0.0.1:${port}`, "notify.php"],
    charge: ["php", "charge_once.php"],
  },
  {
    language: "python",
    serve: (port: number) => [PYTHON, "notify.py", String(port)],
    charge: [PYTHON, "charge_once.py"],
  },
];

/** Fails where the language is not installed. */
async function start([command = "", ...parameters]: readonly string[], env: Record<string, string>) {
  const child = spawn(command, parameters, { cwd: FOLDER, env: { ...process.env, ...env } });
  await once(child, "spawn");
  return child;
}

async function endOf(child: ChildProcess): Promise<string> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output += chunk;
    });
  }
  await once(child, "close");
  return output;
}

describe.each(LANGUAGES)("in $language", ({ language, serve, charge }) => {
  test("a signed notification pays an order once, and no forged one does", async () => {
    const { file, db } = await openDatabase(`notify-${language}`);
    for (const id of ["o-1", "o-2"]) {
      db.prepare("INSERT INTO orders (id, amount, currency) VALUES (?, 12900, 'EUR')").run(id);
    }
    const port = await freePort();
    const sandbox = new Sandbox();
    const child = await start(serve(port), {
      PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
      PAYMENTS_SHOP_ID: sandbox.clientOptions.shopId,
      DATABASE: file,
    });
    try {
      const url = `http://127.0.0.1:${port}/`;
      const post = async (
        fields: Record<string, unknown>,
        change = (body: string) => body,
      ): Promise<number> => {
        const body = JSON.stringify({
          transaction: {
            ...{ uid: "u-1", type: "payment", status: "successful", payment: { status: "successful" } },
            ...{ amount: 12_900, currency: "EUR", tracking_id: "o-1", test: false, ...fields },
          },
        });
        const headers = await sandbox.sign(body);
        return (await fetch(url, { method: "POST", headers, body: change(body) })).status;
      };
      while (!(await fetch(url, { method: "POST", body: "{}" }).catch(() => undefined))) await sleep(50);
      const statusOf = (id: string) =>
        db.prepare("SELECT status FROM orders WHERE id = ?").get(id)?.["status"];

      expect(await post({}, (body) => body.replace("12900", "12901"))).toBe(401);
      expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
      expect(await post({ shop: { id: 99 } })).toBe(401);
      for (const fields of [
        { status: "failed" },
        { payment: { status: "failed" } },
        { type: "authorization" },
        { test: true },
        { amount: 1 },
        { currency: "USD" },
        { tracking_id: "none" },
      ]) {
        expect(await post(fields), JSON.stringify(fields)).toBe(200);
      }
      expect(statusOf("o-1")).toBe("open");
      expect(await Promise.all([post({}), post({}), post({})])).toStrictEqual([200, 200, 200]);
      expect(statusOf("o-1")).toBe("paid");
      expect(await post({ uid: "u-2" })).toBe(200);
      expect(db.prepare("SELECT key, outcome FROM payments ORDER BY rowid").all()).toEqual([
        { key: "u-1 mismatch", outcome: "mismatch" },
        { key: "u-1", outcome: "paid" },
        { key: "u-2", outcome: "second payment" },
      ]);
      expect(statusOf("o-2")).toBe("open");
    } finally {
      child.kill();
      db.close();
    }
  });

  test("a saved card is charged once, from two processes, with lost answers, and by a gateway without keys", async () => {
    const { file, db } = await openDatabase(`charge-${language}`);
    const sandbox = new Sandbox();
    /** What a charge is answered after it was processed; undefined: what the gateway says; 0: nothing. */
    let answer: number | undefined;
    /** What a look-up is answered instead. */
    let lookUp: readonly [status: number, body: string] | undefined;
    const server = createServer(async (request, response) => {
      const { method = "GET", url = "", headers } = request;
      if (method === "GET" && lookUp) return void response.writeHead(lookUp[0]).end(lookUp[1]);
      const sent = new Request(`http://127.0.0.1${url}`, {
        method,
        headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
        body: method === "POST" ? await buffer(request) : null,
      });
      const answered = await sandbox.fetch(sent);
      if (method === "POST" && answer === 0) return void response.destroy();
      response.writeHead(method === "POST" ? (answer ?? answered.status) : answered.status);
      return void response.end(await answered.text());
    });
    await using gateway = await listen(server);
    const { shopId, secretKey } = sandbox.clientOptions;
    const env = {
      PAYMENTS_SHOP_ID: shopId,
      PAYMENTS_SECRET_KEY: secretKey,
      PAYMENTS_GATEWAY_URL: gateway.url,
      DATABASE: file,
    };
    const run = async (id: string): Promise<string> => endOf(await start([...charge, id], env));
    const stateOf = (id: string) => db.prepare("SELECT state FROM charges WHERE id = ?").get(id)?.["state"];
    const posts = () => sandbox.requests.filter(({ operation }) => operation === "transactions.pay").length;
    /** As if two minutes had passed. */
    const wait = () => db.exec("UPDATE charges SET sent_at = 0");

    const card = await savedCard(sandbox);
    let amount = 990;
    const store = (id: string, token = card): void => {
      amount += 1; // another amount than that of the last: the gateway refuses equal ones for 30 seconds
      db.prepare(
        "INSERT INTO charges (id, card_token, amount, currency, description) VALUES (?, ?, ?, 'EUR', 'Month')",
      ).run(id, token, amount);
    };

    store("twice");
    await Promise.all([run("twice"), run("twice")]);
    await run("twice");
    expect(stateOf("twice")).toBe("paid");
    expect(posts()).toBe(1);

    for (const lost of [0, 408, 409, 500]) {
      const before = posts();
      const id = `lost-${lost}`;
      store(id);
      answer = lost;
      expect(await run(id)).toContain("open");
      answer = undefined;
      wait();
      await run(id);
      expect(stateOf(id), id).toBe("paid");
      expect(posts(), id).toBe(before + 1);
    }

    store("strange");
    const before = posts();
    for (lookUp of [
      [404, '{"transactions":[]}'],
      [200, "<html>Log in</html>"],
      [200, "null"],
      [200, "{}"],
      [200, '{"transactions":null}'],
      [200, '"none"'],
    ] as const) {
      expect(await run("strange"), lookUp[1]).toContain("open");
      wait();
    }
    expect(posts()).toBe(before);
    const made = { type: "payment", amount, currency: "EUR", tracking_id: "strange" };
    const repeat = { ...made, uid: "repeat", status: "failed" };
    lookUp = [
      200,
      JSON.stringify({ transactions: [repeat, { ...made, uid: "made", status: "successful" }] }),
    ];
    expect(await run("strange")).toContain("paid made");
    lookUp = undefined;

    store("deleted", "no such token");
    await run("deleted");
    expect(stateOf("deleted")).toBe("refused");

    store("down");
    sandbox.failNext({ status: 400 });
    expect(await run("down"), "a look-up that is refused").toContain("open");
    expect(await run("down"), "less than two minutes later").toContain("open");
    wait();
    await run("down");
    expect(stateOf("down")).toBe("paid");
    db.close();
  });
});

async function savedCard(sandbox: Sandbox): Promise<string> {
  const { PaymentsClient } = await import("payments-client");
  const payments = new PaymentsClient(sandbox.clientOptions);
  const order = { amount: 100, currency: "EUR", description: "First month" };
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
  return (await sandbox.pay(token, { saveCard: true })).credit_card?.token ?? "";
}
