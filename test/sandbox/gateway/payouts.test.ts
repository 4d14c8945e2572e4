import { expect, test } from "vitest";
import { type PayoutVerification, Webhooks } from "../../../src/webhooks.ts";
import { openSandbox } from "../open-gateway.ts";

const VERIFY = "https://shop.example/verify";
const PAYOUT = { transaction_type: "payout", settings: { verification_url: VERIFY } } as const;

/** A merchant's response to a payout verification. */
type Answer = (question: { readonly uid: string; readonly amount: number }) => Response | Promise<Response>;

/** Accepts the payout, but for these fields of the answer. */
const answering =
  (changes: object, status = 200): Answer =>
  ({ uid, amount }) =>
    Response.json({ code: 0, uid, amount, ...changes }, { status });

/** A merchant who verifies payouts. One sandbox per test, since generating a key takes long. */
function open() {
  let answer: Answer = () => new Response();
  let asked: unknown[] = [];
  const { sandbox, create } = openSandbox({
    deliver: async (request) => {
      const { transaction } = Object(await request.json());
      asked.push(transaction);
      return answer(transaction);
    },
  });
  /** Pays out while the merchant's server responds like this. */
  const payOut = async (given: Answer, type: "payout" | "payment" = "payout") => {
    [answer, asked] = [given, []];
    const transaction = await sandbox.pay(await create({ ...PAYOUT, transaction_type: type }));
    return { transaction, asked };
  };
  return { sandbox, payOut };
}

test("a payout succeeds when the merchant accepts it, and fails with the merchant's reason", async () => {
  const questions: PayoutVerification[] = [];
  let decision: true | { message: string; friendlyMessage: string } = true;
  const webhooks = new Webhooks({ shopId: 4821, secretKey: "s3cret", publicKey: false });
  const deliver = webhooks.verificationHandler((question) => {
    questions.push(question);
    return decision;
  });
  const { sandbox, create } = openSandbox({ deliver });
  const { uid, ...accepted } = await sandbox.pay(await create(PAYOUT));
  expect(accepted).toMatchObject({ type: "payout", status: "successful" });
  expect(questions).toMatchObject([
    {
      uid,
      amount: 12900,
      currency: "EUR",
      tracking_id: "order-1007",
      test: false,
      raw: { transaction: { uid, type: "payout", status: "incomplete" } },
    },
  ]);
  decision = { message: "over the limit", friendlyMessage: "Please contact us" };
  expect(await sandbox.pay(await create(PAYOUT))).toMatchObject({
    status: "failed",
    message: "over the limit",
    friendly_message: "Please contact us",
  });
  expect(sandbox.deliveries.map(({ type }) => type)).toStrictEqual(["verification", "verification"]);
});

test("a payout succeeds if the merchant's answer is long", async () => {
  const { transaction } = await open().payOut(answering({ note: "x".repeat(2000) }));
  expect(transaction).toMatchObject({ status: "successful" });
});

test("any other answer declines a payout", async () => {
  const different = [
    { amount: 12901 },
    { amount: "12900" },
    { amount: undefined },
    { uid: "other" },
    { uid: undefined },
    { code: 1 },
    { code: "0" },
    { code: undefined },
  ];
  const unreadable: [string, Answer][] = [
    ["another status", answering({}, 201)],
    ["no JSON", () => new Response("ok")],
    ["an empty body", () => new Response()],
    ["a list", () => Response.json([])],
    ["no answer", () => Promise.reject(new Error("down"))],
  ];
  const { payOut } = open();
  for (const [what, answer, message] of [
    ...different.map((changes) => [JSON.stringify(changes), answering(changes), "was not verified"] as const),
    ...unreadable.map(([what, answer]) => [what, answer, "could not be verified"] as const),
  ]) {
    const { transaction, asked } = await payOut(answer);
    const code = what === '{"code":1}' ? { code: "1" } : {};
    expect(transaction, what).toMatchObject({ status: "failed", message: `The payout ${message}`, ...code });
    expect(asked, what).toHaveLength(1);
  }
});

test("only payouts are verified, once and without repeats", async () => {
  const { sandbox, payOut } = open();
  await payOut(() => new Response(null, { status: 500 }));
  expect(sandbox.deliveries).toMatchObject([
    { type: "verification", url: VERIFY, status: 500, attempts: 1, nextAttemptAt: undefined },
  ]);
  const { transaction, asked } = await payOut(() => new Response(null, { status: 500 }), "payment");
  expect(transaction).toMatchObject({ type: "payment", status: "successful" });
  expect(asked).toStrictEqual([]);
});

test("a payout whose token expires during its verification stays unpaid", async () => {
  const asked = Promise.withResolvers<Request>();
  const answer = Promise.withResolvers<Response>();
  const deliver = async (request: Request) => {
    asked.resolve(request);
    return answer.promise;
  };
  const { sandbox, payments, create } = openSandbox({ deliver });
  const token = await create(PAYOUT);
  const paying = sandbox.pay(token);
  const question: unknown = await (await asked.promise).json();
  await sandbox.expire(token);
  answer.resolve(Response.json({ ...Object(question).transaction, code: 0 }));
  expect(await paying).toMatchObject({ status: "expired" });
  expect(await payments.checkouts.get(token)).toMatchObject({ expired: true, status: "error" });
});

test("with a public address, nothing of the answer of a service on this machine is repeated", async () => {
  const deliver = async () =>
    Response.json({ code: "K-17", message: "internal", friendly_message: "secret" });
  const { sandbox, create } = openSandbox({ deliver });
  expect(await sandbox.pay(await create(PAYOUT))).toMatchObject({ message: "internal", code: "K-17" });
  const server = await sandbox.listen({ publicUrl: "https://kim.tunnel.example" });
  const refused = await sandbox.pay(await create(PAYOUT));
  await server.close();
  expect(refused).toMatchObject({ status: "failed", message: "The payout could not be verified" });
  expect(JSON.stringify(refused)).not.toMatch(/internal|secret|K-17/);
});
