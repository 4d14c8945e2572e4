import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { PaymentsClient } from "payments-client";
import { describe, expect, test } from "vitest";
import { environmentOf } from "../../src/sandbox/environment-lines.ts";
import { listen } from "../support/listen.ts";
import { SEARCH, SEARCH_TIMEOUT } from "../support/search-limits.ts";
import { type Call, openMeddledGateway } from "./meddled-gateway.ts";
import { type Language, PHP, PYTHON, SCRIPT_ENVIRONMENT } from "./money/processes/process.ts";
import { openDatabase, startScript } from "./notified-shops.ts";

const ROOT = join(import.meta.dirname, "../..");

const run = promisify(execFile);

const DECLINED = "4005550000000019";

test.concurrent.each(["php", "python"])(
  "`payments-client check-shop` finds nothing in a whole shop in %s",
  { timeout: SEARCH_TIMEOUT },
  async (language) => {
    const { seed, budget } = SEARCH;
    const options = ["--seed", `${seed}`, "--budget", `${budget / 1000}`, "--timeout", "20"];
    const { stdout } = await run(
      process.execPath,
      [join(ROOT, "dist/cli/payments-client.js"), "check-shop", "shop.check.mjs", ...options],
      { cwd: join(ROOT, `examples/${language}-shop`), env: { ...process.env, ...SCRIPT_ENVIRONMENT } },
    ).catch((error: unknown) => {
      // The budget ends before all first stories are played.
      if (Object(error).code === 3) return Object(error);
      throw new Error(Object(error).stdout);
    });
    console.log(stdout);
    expect(stdout).toMatch(
      /^passed|^Unfinished: \d+ of the \d+ first stories were not played.*\nINCOMPLETE/m,
    );
  },
);

/** How long a call of the shop may take, in milliseconds, and longer than a request may be under way. */
const [CALL_TIMEOUT, PAST] = [2000, 5100];

const SCRIPTS: Readonly<Record<string, string>> = { php: "php-shop/shop.php", py: "python-shop/shop.py" };

/** A running shop, and its gateway. */
async function openShop(language: Language, routes = "1") {
  const { sandbox, own, clientOptions } = await openMeddledGateway();
  const { file, db } = await openDatabase();
  const script = SCRIPTS[language.ending] ?? "";
  const { url, env } = await startScript(language, script, {
    ...environmentOf({ ...clientOptions, publicKey: await sandbox.publicKey() }),
    DATABASE: file,
    PAYMENTS_TIMEOUT: String(CALL_TIMEOUT),
    PAYMENTS_UNDER_WAY: "4000",
    TEST_ROUTES: routes,
  });
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, text: await response.text() };
  };
  const command = (name: string) => {
    const [program = "", ...rest] = language.run(join(ROOT, "examples", script));
    return run(program, [...rest, name], { env });
  };
  const asked = (kind: string, id: string, order: string, amount: number) =>
    get(`/test/request?kind=${kind}&id=${id}&order=${order}&amount=${amount}`);
  return {
    ...{ sandbox, own, url, db, get },
    placeOrder: async (): Promise<{ orderId: string; token: string }> =>
      JSON.parse((await get("/test/order")).text),
    refund: async (id: string, order: string, amount: number) =>
      (await asked("refund", id, order, amount)).text,
    /** Presses again if the machine was so busy that a call had no answer in time. */
    settle: async (id: string, order: string, amount: number): Promise<string> => {
      for (;;) {
        const start = performance.now();
        const { text } = await asked("refund", id, order, amount);
        if (text !== "open" || performance.now() < start + CALL_TIMEOUT) return text;
        await sleep(PAST);
      }
    },
    renew: (id: string, order: string) => asked("renewal", id, order, 12_900),
    parcels: (order: string) => db.prepare("SELECT parcels FROM orders WHERE id = ?").get(order)?.["parcels"],
    /** @returns what it reports. */
    job: async () => (await command("job")).stderr,
    /** What the staff must look at. */
    staff: async (): Promise<Record<string, unknown>[]> =>
      (await command("staff")).stdout
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
    refunds: () => sandbox.requests.filter(({ operation }) => operation === "transactions.refund").length,
    notify: async (transaction: Record<string, unknown>) => {
      const body = JSON.stringify({ transaction });
      const headers = await sandbox.sign(body);
      return (await fetch(`${url}/notify`, { method: "POST", headers, body })).status;
    },
  };
}

describe.each([PHP, PYTHON])("a shop in $ending", (language) => {
  test("takes another amount for another refund, and sends one again that a clock ahead sent", async () => {
    const { sandbox, own, placeOrder, refund, settle, refunds, db } = await openShop(language);
    const { orderId, token } = await placeOrder();
    expect(await refund("form-0", orderId, 1000)).not.toContain("succeeded"); // not paid
    await sandbox.pay(token);
    expect(await settle("form-1", orderId, 1000)).toBe("succeeded");
    expect(await refund("form-1", orderId, 999)).not.toContain("succeeded");
    own.meddle = ({ name, response }) => name === "POST /transactions/refunds" && response.destroy();
    expect(await refund("form-2", orderId, 4000)).toBe("open");
    own.meddle = () => false;
    // The clock was a year ahead.
    db.exec(`UPDATE ${language === PHP ? "refunds" : "asks"} SET sent_at = sent_at + 31536000`);
    expect(await settle("form-2", orderId, 4000)).toBe("succeeded");
    expect(refunds()).toBe(2);
  });

  test("asks about a token until its transaction is settled, and tells of one that it cannot read", async () => {
    const { sandbox, own, placeOrder, parcels, job } = await openShop(language);
    const { orderId, token } = await placeOrder();
    sandbox.disturbNext({ notification: "lost" });
    const { uid } = await sandbox.pay(token);
    const isTransaction = ({ name }: Call) => name === `GET /transactions/${uid}`;
    own.meddle = async (call) =>
      isTransaction(call) &&
      call.response.end((await call.answer()).replaceAll('"successful"', '"incomplete"'));
    expect(await job()).toBe("");
    own.meddle = (call) => isTransaction(call) && call.response.writeHead(404).end("{}");
    expect(await job()).toContain(uid);
    expect(parcels(orderId)).toBe(0);
    own.meddle = () => false;
    expect(await job()).toBe("");
    expect(parcels(orderId)).toBe(1);
  });

  test("does not stop at a row that fails", async () => {
    const { sandbox, own, placeOrder, refund, parcels, renew, db, job } = await openShop(language);
    const orders = [await placeOrder(), await placeOrder(), await placeOrder()] as const;
    sandbox.disturbNext({ notification: "lost", times: 3 });
    for (const { token } of orders) await sandbox.pay(token);
    const [cut, strange, good] = orders;
    own.meddle = ({ name, response }) => {
      if (name.endsWith(cut.token)) {
        response.writeHead(200, { "content-length": "100" });
        return response.write("{", () => response.destroy());
      }
      const checkout = { token: strange.token, gateway_response: { payment: { uid: ["u"] } } };
      return name.endsWith(strange.token) && response.end(JSON.stringify({ checkout }));
    };
    const report = await job();
    expect(report).toContain(cut.orderId);
    expect(report).toContain(strange.orderId);
    expect(orders.map(({ orderId }) => parcels(orderId))).toEqual([0, 0, 1]);

    if (language === PHP) return;
    expect((await renew("unpaid", cut.orderId)).status).toBe(500);
    expect(db.prepare("SELECT id FROM asks").all()).toEqual([]);
    own.meddle = async ({ name, answer, response }) =>
      name.startsWith("GET /transactions/") &&
      response.end(
        JSON.stringify({ transaction: { ...JSON.parse(await answer()).transaction, credit_card: null } }),
      );
    expect((await renew("no card", good.orderId)).status).toBe(500);
    await sleep(PAST);
    expect(await refund("form", good.orderId, 1000)).toBe("succeeded");
    db.exec("UPDATE asks SET state = 'open', sent_at = 0 WHERE id = 'form'");
    expect(await job()).toContain("no card");
    expect(db.prepare("SELECT state FROM asks WHERE id = 'form'").get()).toEqual({ state: "succeeded" });
  });

  test("ships nothing after the whole payment went back, and ships after a refund that was declined", async () => {
    const { sandbox, placeOrder, settle, parcels, job, staff, db } = await openShop(language);
    const paidOrder = async () => {
      const { orderId, token } = await placeOrder();
      return { id: orderId, uid: (await sandbox.pay(token)).uid };
    };
    const [refunded, part, declined, chargedBack] = [
      await paidOrder(),
      await paidOrder(),
      await paidOrder(),
      await paidOrder(),
    ];
    expect(await settle("whole", refunded.id, 12_900)).toBe("succeeded");
    expect(await settle("part", part.id, 100)).toBe("succeeded");
    expect(await settle("too much", declined.id, 12_901)).toBe("refused");
    const { uid } = await sandbox.chargeBack(chargedBack.uid);
    await sandbox.idle();
    await job();
    const orders = [refunded, part, declined, chargedBack];
    expect(orders.map(({ id }) => parcels(id))).toEqual([0, 1, 1, 0]);
    const table = language === PHP ? "refunds" : "asks";
    db.exec(`UPDATE ${table} SET state = 'open', answer = 'the look-up got 404' WHERE id = 'whole'`);
    const listed = [
      { reason: "charged_back", uid, money: "12900 EUR", order_id: chargedBack.id },
      { id: "too much", order_id: declined.id, state: "refused", answer: expect.stringContaining("amount") },
    ];
    expect(await staff()).toMatchObject(listed);
    db.exec(`UPDATE ${table} SET asked_at = asked_at - 3700`);
    const unknown = { id: "whole", order_id: refunded.id, state: "open", answer: "the look-up got 404" };
    expect(await staff()).toMatchObject([listed[0], unknown, listed[1]]);
    // While an earlier call may still run, its answer stays.
    db.exec(`UPDATE ${table} SET state = 'open', sent_at = ${Date.now() / 1000} WHERE id = 'too much'`);
    await job();
    expect(await staff()).toMatchObject([listed[0], { ...listed[1], state: "open" }]);
  });

  test("asks about a token until its order is paid or over, whatever the gateway answers", async () => {
    const { sandbox, own, db, placeOrder, parcels, job } = await openShop(language);
    const { orderId, token } = await placeOrder();
    const other = await placeOrder();
    let asked = 0;
    own.meddle = async ({ name, response }) => {
      if (!name.startsWith("GET /ctp/api/checkouts/")) return false;
      asked += 1;
      const checkout = { token: name.split("/").at(-1), status: "failed", finished: true, expired: true };
      return response.end(JSON.stringify({ checkout }));
    };
    await job();
    expect(asked).toBe(2);
    own.meddle = () => false;
    sandbox.disturbNext({ notification: "lost" });
    await sandbox.pay(token);
    await job();
    expect(parcels(orderId)).toBe(1);
    db.exec("UPDATE orders SET expires_at = expires_at - 86400 - 3000");
    const calls = () => sandbox.requests.filter(({ operation }) => operation === "checkouts.get").length;
    await job();
    const before = calls();
    await job();
    expect(calls() - before).toBe(1);
    db.exec("UPDATE orders SET expires_at = expires_at - 700");
    for (let runs = 0; runs < 3; runs += 1) await job();
    expect(calls() - before).toBe(2);
    expect(parcels(other.orderId)).toBe(0);
  });

  test("finds its refund in a look-up with odd text, and takes no payment of another card for its own", async () => {
    const { sandbox, own, placeOrder, refund, renew, refunds, db } = await openShop(language);
    const { orderId, token } = await placeOrder();
    await sandbox.pay(token);
    const isRefund = ({ name }: Call) => name === "POST /transactions/refunds";
    own.meddle = (call) => isRefund(call) && call.answer().then(() => call.response.destroy());
    expect(await refund("form", orderId, 1000)).toBe("open");
    for (const odd of [String.raw`"\ud83d"`, '"Andr\u00e9"']) {
      own.meddle = async ({ name, answer, response }) => {
        if (!name.includes("tracking_id")) return false;
        const text = (await answer()).replace('"uid"', `"customer":{"first_name":${odd}},"uid"`);
        return response.end(Buffer.from(text, "latin1"));
      };
      db.exec(`UPDATE ${language === PHP ? "refunds" : "asks"} SET state = 'open'`);
      expect(await refund("form", orderId, 1000)).toBe("succeeded");
    }
    expect(refunds()).toBe(1);
    if (language === PHP) return;

    own.meddle = () => false;
    const payments = new PaymentsClient(sandbox.clientOptions);
    const order = { amount: 12_900, currency: "EUR", description: "x", tracking_id: "month-1" };
    const stranger = await payments.checkouts.create({ transaction_type: "payment", order });
    await sandbox.pay(stranger.token, { card: DECLINED });
    expect((await renew("month-1", orderId)).text).toBe("open");
    expect(db.prepare("SELECT answer FROM asks WHERE id = 'month-1'").get()?.["answer"]).toContain(
      "another credit_card",
    );
  });

  test("takes no other transaction for its refund", async () => {
    const { sandbox, own, placeOrder, refund, refunds, job } = await openShop(language);
    const { orderId, token } = await placeOrder();
    await sandbox.pay(token);
    for (const [index, change] of [
      { amount: 1 },
      { refund: { status: "successful", amount: 1 } },
      { refund: { status: "failed" } },
      { parent_uid: "another" },
      { type: "payment" },
    ].entries()) {
      own.meddle = async ({ name, answer, response }) => {
        if (name !== "POST /transactions/refunds") return false;
        const { transaction } = JSON.parse(await answer());
        return response.end(JSON.stringify({ transaction: { ...transaction, ...change } }));
      };
      const id = `form-${index}`;
      expect(await refund(id, orderId, 100 + index), JSON.stringify(change)).toBe("open");
      own.meddle = () => false;
      await job();
      expect(await refund(id, orderId, 100 + index)).toBe("succeeded");
    }
    expect(refunds()).toBe(5);
  });

  test("sends the secret key nowhere else, and opens no route for check-shop unless told", async () => {
    const heard: unknown[] = [];
    await using other = await listen(
      createServer(({ headers }, response) => void response.end(String(heard.push(headers)))),
    );
    const open = await openShop(language);
    open.own.meddle = ({ response }) => response.writeHead(302, { location: other.url }).end();
    expect((await open.get("/test/order")).status).toBe(500);
    expect(heard).toEqual([]);

    const { get } = await openShop(language, "");
    for (const route of ["", "/order", "/request?id=1&order=1&amount=1", "/job", "/review", "/fulfillments"])
      expect((await get(`/test${route}`)).status, route).toBe(404);
  });
});
