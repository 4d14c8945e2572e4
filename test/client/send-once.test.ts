/** Money that several calls, processes and lost responses move once. */
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import {
  ConfigurationError,
  IdempotencyError,
  InvalidRequestError,
  PaymentsClient,
  type SendOnceOptions,
  sendOnce,
  type Transaction,
  ValidationError,
} from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { stopTime } from "../support/stop-time.ts";
import { openShop } from "./open-shop.ts";

const UNDER_WAY = 120_000;
const DECLINED = "4005550000000019";

/** A row of a database, as the doc comment of `claim` has it. */
class Row implements SendOnceOptions {
  readonly #asked: number[] = [];
  #sentAt = Number.NEGATIVE_INFINITY;
  readonly key: string;

  constructor(key: string) {
    this.key = key;
  }

  get asked(): readonly number[] {
    return this.#asked;
  }

  claim(milliseconds: number): boolean {
    this.#asked.push(milliseconds);
    if (performance.now() - this.#sentAt < milliseconds) return false;
    this.#sentAt = performance.now();
    return true;
  }

  /** Lets the time of an earlier call pass. */
  later(): void {
    this.#sentAt = Number.NEGATIVE_INFINITY;
  }
}

const newRow = (key: string): Row => new Row(key);

const refund = ({ uid }: Transaction, amount = 1000) => ({ parent_uid: uid, amount, reason: "Returned" });

const chargeOf = ({ credit_card }: Transaction) => ({
  amount: 500,
  currency: "EUR",
  description: "Renewal",
  credit_card: { token: String(credit_card?.token) },
});

/** A client whose POSTs are answered with other fields. */
const answering = ({ clientOptions }: Sandbox, change: object) =>
  new PaymentsClient({
    ...clientOptions,
    fetch: async (url, init) => {
      const response = await clientOptions.fetch(url, init);
      if (init.method !== "POST") return response;
      const { transaction } = Object(await response.json());
      return Response.json({ transaction: { ...transaction, ...change } });
    },
  });

describe.each([false, true])("with idempotencyKeys %s", (idempotencyKeys) => {
  test("sends once, with the key as tracking id, and then finds the transaction", async () => {
    const { payments, pay, posts } = await openShop({ idempotencyKeys });
    const payment = await pay();
    const row = newRow("refund-1");
    const first = await sendOnce(payments, "refund", refund(payment), row);
    expect(first).toStrictEqual({
      is: "succeeded",
      transaction: expect.objectContaining({ type: "refund", tracking_id: "refund-1" }),
    });
    row.later();
    expect(await sendOnce(payments, "refund", refund(payment), row)).toStrictEqual(first);
    expect(posts).toHaveLength(1);
    expect(row.asked).toStrictEqual(idempotencyKeys ? [0, 0] : [UNDER_WAY, UNDER_WAY]);
  });

  test.each(["lost response", "lost request", 200, 408, 409, 499, 500] as const)(
    "a POST with the %s is unknown, and one refund after a later call",
    async (fault) => {
      const { sandbox, payments, pay, failNextPost } = await openShop({ idempotencyKeys });
      const payment = await pay();
      const row = newRow("refund-1");
      failNextPost(fault);
      const lost = await sendOnce(payments, "refund", refund(payment), row);
      const error = typeof fault === "number" ? { response: { status: fault } } : { code: "connection" };
      expect(lost).toMatchObject({ is: "unknown", error });
      row.later();
      expect(await sendOnce(payments, "refund", refund(payment), row)).toMatchObject({ is: "succeeded" });
      expect(await payments.transactions.findByTrackingId("refund-1")).toHaveLength(1);
      expect(sandbox.requests.filter(({ path }) => path === "/transactions/refunds")).toHaveLength(1);
    },
  );

  test("eight calls at the same time make one refund", async () => {
    const { payments, pay } = await openShop({ idempotencyKeys });
    const payment = await pay();
    const row = newRow("refund-1");
    const results = await Promise.all(
      Array.from({ length: 8 }, () => sendOnce(payments, "refund", refund(payment), row)),
    );
    expect(new Set(results.map(({ is }) => is))).toStrictEqual(
      new Set(idempotencyKeys ? ["succeeded"] : ["succeeded", "unknown"]),
    );
    expect(await payments.transactions.findByTrackingId("refund-1")).toHaveLength(1);
  });

  test("two equal refunds are two rows, and both are made", async () => {
    const { payments, pay } = await openShop({ idempotencyKeys, speed: 100 });
    const payment = await pay();
    const [first, second] = [newRow("refund-1"), newRow("refund-2")];
    const send = (row: Row) => sendOnce(payments, "refund", refund(payment), row);
    await send(first);
    // Without keys, the gateway refuses an equal refund for 30 seconds. A gateway with keys repeats this for a day.
    if (!idempotencyKeys) {
      expect(await send(second)).toMatchObject({ is: "unknown", error: { code: "api" } });
      await sleep(350); // 35 s at the gateway
      second.later();
    }
    expect(await send(second)).toMatchObject({ is: "succeeded" });
    for (const { key } of [first, second])
      expect(await payments.transactions.findByTrackingId(key)).toHaveLength(1);
  });
});

test("each method makes its type of transaction", async () => {
  const { payments, pay } = await openShop();
  const held = await pay("authorization");
  const charge = chargeOf(held);
  const follow = { parent_uid: held.uid, amount: 1000 };
  const made = [
    await sendOnce(payments, "pay", charge, newRow("pay-1")),
    await sendOnce(payments, "authorize", { ...charge, amount: 600 }, newRow("authorize-1")),
    await sendOnce(payments, "capture", follow, newRow("capture-1")),
    await sendOnce(payments, "void", follow, newRow("void-1")),
  ];
  expect(made.map((sent) => ("transaction" in sent ? sent.transaction.type : sent))).toStrictEqual([
    "payment",
    "authorization",
    "capture",
    "void",
  ]);
});

test("a refund of the gateway's staff with the key of the payment is not taken for the payment", async () => {
  const { payments, pay, posts } = await openShop();
  const charge = chargeOf(await pay());
  const row = newRow("pay-1");
  const sent = await sendOnce(payments, "pay", charge, row);
  if (sent.is !== "succeeded") throw new Error(sent.is);
  // Without a tracking id, it gets that of the payment.
  await payments.transactions.refund({ parent_uid: sent.transaction.uid, amount: 500, reason: "Office" });
  posts.length = 0;
  expect(await sendOnce(payments, "pay", charge, row)).toMatchObject({
    transaction: { uid: sent.transaction.uid },
  });
  expect(posts).toHaveLength(0);
});

const CONFIRMING = { status: "incomplete", payment: null, redirect_url: "https://bank.example" };
const NO_FUNDS = { status: "failed", payment: null };

test.each<[what: string, change: object, result: object]>([
  // The reason adds no line to a log.
  ["a decline", { ...NO_FUNDS, message: "No\n\u001b[2J" }, { is: "declined", reason: "No\\n\\u001b[2J" }],
  ["a declined test", { ...NO_FUNDS, message: null, test: true }, { is: "declined", reason: "" }],
  ["3-D Secure", CONFIRMING, { is: "pending", transaction: { redirect_url: CONFIRMING.redirect_url } }],
  [
    "a contradiction",
    { uid: "u-7", payment: { status: "failed" } },
    { is: "unknown", reason: "The transaction u-7 contradicts itself", error: undefined },
  ],
])("%s is told with its reason", async (_, change, result) => {
  const { sandbox, pay } = await openShop();
  const sent = sendOnce(answering(sandbox, change), "pay", chargeOf(await pay()), newRow("pay-1"));
  expect(await sent).toMatchObject(result);
});

/** A gateway with these transactions of a key, in turn for each look-up, and this answer to a refund. */
function openStub(
  found: readonly (object[] | number)[],
  refunded = () => new Response(null, { status: 500 }),
) {
  const asked: string[] = [];
  const payments = new PaymentsClient({
    ...new Sandbox().clientOptions,
    idempotencyKeys: false,
    maxRetries: 0,
    fetch: async (_url, { method }) => {
      asked.push(String(method));
      if (method !== "GET") return refunded();
      const transactions = found[asked.filter((each) => each === "GET").length - 1] ?? 500;
      return typeof transactions === "number"
        ? Response.json({ errors: { base: ["Wrong"] } }, { status: transactions })
        : Response.json({ transactions });
    },
  });
  return { payments, asked };
}

const REFUND = { parent_uid: "u-1", amount: 1000, reason: "Returned" };

const refundOf = { type: "refund", tracking_id: "r", amount: 1000 };
const earlier = (uid: string, status: string) => ({ uid, status, ...refundOf });

test.each<[statuses: readonly string[], is: string, uid: string]>([
  [["failed", "successful"], "succeeded", "u-1"],
  [["successful", "failed"], "succeeded", "u-0"],
  [["failed", "pending"], "pending", "u-1"],
  [["failed", "failed"], "declined", "u-0"],
  [["expired"], "declined", "u-0"],
])("of earlier transactions that are %j, one that did not fail counts", async (statuses, is, uid) => {
  const { payments, asked } = openStub([statuses.map((status, index) => earlier(`u-${index}`, status))]);
  expect(await sendOnce(payments, "refund", REFUND, newRow("r"))).toMatchObject({ is, transaction: { uid } });
  expect(asked).toStrictEqual(["GET"]);
});

test("after a refusal, the transaction is looked up again, and only its absence is a refusal", async () => {
  const refuse = () =>
    Response.json({ response: { message: "Wrong", errors: { amount: ["is too large"] } } }, { status: 422 });
  for (const [second, is] of [
    [[], "refused"],
    [[earlier("u-2", "successful")], "succeeded"],
    [500, "unknown"],
    [422, "unknown"],
  ] as const) {
    const { payments, asked } = openStub([[], typeof second === "number" ? second : [...second]], refuse);
    expect(await sendOnce(payments, "refund", REFUND, newRow("r"))).toMatchObject({ is });
    expect(asked).toStrictEqual(["GET", "POST", "GET"]);
  }
});

test("a refusal as a duplicate of another row is unknown, and a later call of the row makes it", async () => {
  const duplicate = () => Response.json({ message: "Duplicate transaction" }, { status: 422 });
  const answers = [
    ...[duplicate(), duplicate()],
    Response.json({ transaction: earlier("u-2", "successful") }),
  ];
  const { payments, asked } = openStub([[], [], [], []], () => answers.shift() ?? Response.error());
  const row = newRow("r");
  expect(await sendOnce(payments, "refund", REFUND, row)).toMatchObject({
    is: "unknown",
    reason: expect.stringMatching(/^transactions\.refund got 422: Duplicate transaction\. .*tracking_id/),
    error: { processed: "unknown", safeToRetry: false },
  });
  row.later();
  expect(await sendOnce(payments, "refund", REFUND, row)).toMatchObject({ transaction: { uid: "u-2" } });
  expect(asked).toStrictEqual(["GET", "POST", "GET", "POST", "GET", "GET", "POST"]);
});

test("a refusal with a 200, which the gateway may have processed, is unknown", async () => {
  const { payments, asked } = openStub([[]], () => Response.json({ errors: { amount: ["is too large"] } }));
  expect(await sendOnce(payments, "refund", REFUND, newRow("r"))).toMatchObject({
    is: "unknown",
    error: { processed: "unknown" },
  });
  expect(asked).toStrictEqual(["GET", "POST"]);
});

test("what the gateway or the SDK refuses is refused, with the error", async () => {
  const { payments, pay } = await openShop();
  const tooMuch = await sendOnce(payments, "refund", refund(await pay(), 20_000), newRow("refund-1"));
  expect(tooMuch).toMatchObject({ is: "refused", error: expect.any(ValidationError) });
  const stub = openStub([[]]);
  expect(await sendOnce(stub.payments, "refund", { ...REFUND, amount: -1 }, newRow("r"))).toMatchObject({
    is: "refused",
    reason: expect.stringContaining("amount"),
    error: expect.any(InvalidRequestError),
  });
  expect(stub.asked).toStrictEqual(["GET"]);
});

test.each([401, 403, 429, 500, 503])("a look-up answered %s is unknown, sending nothing", async (status) => {
  const { payments, asked } = openStub([status]);
  const sent = await sendOnce(payments, "refund", REFUND, newRow("r"));
  expect(sent).toMatchObject({ is: "unknown", error: { response: { status } } });
  expect(asked).toStrictEqual(["GET"]);
});

test("a row that another process sends now is unknown, without an error, and nothing is sent", async () => {
  const { payments, asked } = openStub([[]]);
  const sent = await sendOnce(payments, "refund", REFUND, { key: "refund-1", claim: () => false });
  expect(sent).toStrictEqual({ is: "unknown", reason: "An earlier call may still run", error: undefined });
  expect(asked).toStrictEqual(["GET"]);
});

test("a claim or a look-up that takes half of the time sends nothing, because another process may claim the row", async () => {
  const underWay = 400;
  const { sandbox, posts, pay } = await openShop();
  const payment = await pay();
  const client = new PaymentsClient({ ...sandbox.clientOptions, idempotencyKeys: false, timeout: 200 });
  using time = stopTime();
  const claim = () => time.advance(underWay / 2).then(() => true);
  expect(
    await sendOnce(client, "refund", refund(payment), { key: "refund-1", claim, underWay }),
  ).toMatchObject({ is: "unknown" });
  expect(posts).toHaveLength(0);
});

describe("throws", () => {
  test("if the key was used for another call", async () => {
    const { payments, pay } = await openShop();
    const payment = await pay();
    const row = newRow("refund-1");
    await sendOnce(payments, "refund", refund(payment), row);
    const other = sendOnce(payments, "refund", refund(payment, 2000), row);
    await expect(other).rejects.toThrow(ConfigurationError);
    await expect(other).rejects.toThrow("another amount");
  });

  test.each([{}, { saveCard: true }, { card: DECLINED }])(
    "if only a customer paid with the key, on a payment page by %o",
    async (by) => {
      const { sandbox, payments, pay, posts } = await openShop();
      const charge = chargeOf(await pay());
      const order = { amount: 500, currency: "EUR", description: "x", tracking_id: "renewal-1" };
      const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
      await sandbox.pay(token, by);
      posts.length = 0;
      const row = newRow("renewal-1");
      const sent = sendOnce(payments, "pay", charge, row);
      await expect(sent).rejects.toThrow("for a payment with another credit_card");
      expect(posts).toStrictEqual([]);
      const own = await payments.transactions.pay({ ...charge, tracking_id: "renewal-1" });
      expect(await sendOnce(payments, "pay", charge, row)).toMatchObject({ transaction: { uid: own.uid } });
    },
  );

  test("if the key was used for another saved card", async () => {
    const { payments, pay } = await openShop();
    const [first, second] = [chargeOf(await pay()), chargeOf(await pay())];
    const row = newRow("renewal-1");
    await sendOnce(payments, "pay", first, row);
    await expect(sendOnce(payments, "pay", second, row)).rejects.toThrow("another credit_card");
  });

  test("if only the gateway knows that the key was used for another call", async () => {
    const { sandbox, pay } = await openShop();
    const payment = await pay();
    const payments = new PaymentsClient({
      ...sandbox.clientOptions,
      fetch: (url, init) =>
        url.includes("tracking_id")
          ? Promise.resolve(Response.json({ transactions: [] }))
          : sandbox.clientOptions.fetch(url, init),
    });
    await sendOnce(payments, "refund", refund(payment), newRow("refund-1"));
    await expect(sendOnce(payments, "refund", refund(payment, 2000), newRow("refund-1"))).rejects.toThrow(
      IdempotencyError,
    );
  });

  test("what claim throws, and a TypeError if it returns no boolean", async () => {
    const { payments, pay, posts } = await openShop();
    const params = refund(await pay());
    const claim = () => Promise.reject(new Error("no database"));
    await expect(sendOnce(payments, "refund", params, { key: "r", claim })).rejects.toThrow("no database");
    for (const value of [1, undefined, { changes: 1 }]) {
      const wrong = { key: "r", claim: () => Object(value).valueOf() };
      const call = sendOnce(payments, "refund", params, wrong);
      await expect(call).rejects.toThrow(TypeError);
      await expect(call).rejects.toThrow("claim must return true if its statement changed one row");
    }
    expect(posts).toHaveLength(0);
  });

  test("for options that are wrong, before claim is called", async () => {
    const { sandbox, payments } = await openShop();
    const { gatewayUrl: _, ...options } = sandbox.clientOptions;
    const claim = () => {
      throw new Error("claimed");
    };
    const params = { parent_uid: "u", amount: 1, reason: "r" };
    const careful = payments.withOptions({ idempotencyKeys: false });
    const withoutGateway = new PaymentsClient(options);
    for (const [client, method, row, message] of [
      [withoutGateway, "refund", { key: "r" }, /gatewayUrl/],
      [payments, "get", { key: "r" }, /method must be pay/],
      [payments, "refunds", { key: "r" }, /method must be pay/],
      [payments, "refund", { key: "" }, /key must be/],
      [payments, "refund", { key: "ключ" }, /key must be/],
      [payments, "refund", { key: "x".repeat(256) }, /key must be/],
      [payments, "refund", { key: 7 }, /key must be/],
      [payments, "refund", { key: "r", underWay: 0.5 }, /underWay must be/],
      [payments, "refund", { key: "r", underWay: 0 }, /underWay must be/],
      [payments, "refund", { key: "r", underWay: -1 }, /underWay must be/],
      [payments, "refund", { key: "r", claim: true }, /claim must be a function/],
      [careful, "refund", { key: "r", underWay: 59_999 }, /\(PAYMENTS_UNDER_WAY\) is 59999 ms\..* 60000 ms/],
      [careful.withOptions({ timeout: 60_001 }), "refund", { key: "r" }, /twice the client's timeout/],
    ] as const) {
      const call = Reflect.apply(sendOnce, undefined, [client, method, params, { claim, ...row }]);
      await expect(call).rejects.toThrow(message);
      await expect(call).rejects.toThrow(ConfigurationError);
    }
  });
});
