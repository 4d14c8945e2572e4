import { describe, expect, test, vi } from "vitest";
import { NotFoundError, PaymentsClient, type Transaction, ValidationError } from "../../../src/index.ts";
import { paymentDetails } from "../../../src/webhooks.ts";
import { rejection } from "../../client/calls.ts";
import { DECLINED, openGateway } from "../open-gateway.ts";

const ways = ["capture", "void", "refund"] as const;

/** A capture, void or refund of an amount, without the check for duplicates. */
const follow = (
  { transactions }: PaymentsClient,
  way: (typeof ways)[number],
  { uid }: Transaction,
  amount: number,
) => transactions[way]({ parent_uid: uid, amount, reason: "Returned guide", duplicate_check: false });

test("an authorization is captured in parts, up to its amount", async () => {
  const { payments, pay, drifts } = await openGateway();
  const parent = await pay("authorization");
  expect(await follow(payments, "capture", parent, 10_000)).toMatchObject({
    type: "capture",
    status: "successful",
    parent_uid: parent.uid,
    amount: 10_000,
    currency: "EUR",
    tracking_id: "order-1007",
    test: true,
    credit_card: { last_4: "0000" },
    capture: { status: "successful", bank_code: "00", auth_code: expect.any(String) },
  });
  const error = await rejection(follow(payments, "capture", parent, 2901), ValidationError);
  expect(error.errors).toStrictEqual({ amount: ["can't be greater than 2900"] });
  expect(await follow(payments, "capture", parent, 2900)).toMatchObject({ status: "successful" });
  await expect(follow(payments, "capture", parent, 1)).rejects.toThrow("can't be greater than 0");
  expect(drifts).toStrictEqual([]);
});

test("a void ends an authorization, or reduces what is left of it", async () => {
  const { payments, pay } = await openGateway();
  const parent = await pay("authorization");
  expect(await follow(payments, "void", parent, 2900)).toMatchObject({ type: "void", status: "successful" });
  await expect(follow(payments, "capture", parent, 10_001)).rejects.toThrow("can't be greater than 10000");
  await follow(payments, "void", parent, 10_000);
  await expect(follow(payments, "capture", parent, 1)).rejects.toThrow("can't be greater than 0");
  await expect(follow(payments, "void", parent, 1)).rejects.toThrow("can't be greater than 0");
});

test.each(["payment", "charge"] as const)("a %s is refunded in parts, up to its amount", async (type) => {
  const { payments, pay } = await openGateway();
  const parent = await pay(type);
  for (const amount of [10_000, 2000, 900]) {
    expect(await follow(payments, "refund", parent, amount)).toMatchObject({
      type: "refund",
      status: "successful",
      reason: "Returned guide",
      refund: { status: "successful" },
    });
  }
  await expect(follow(payments, "refund", parent, 1)).rejects.toThrow("can't be greater than 0");
});

test("a capture is refunded, its authorization is not", async () => {
  const { payments, pay } = await openGateway();
  const parent = await pay("authorization");
  const uncaptured = await rejection(follow(payments, "refund", parent, 1), ValidationError);
  expect(uncaptured.issues).toMatchObject([{ path: ["base"] }]);
  const capture = await follow(payments, "capture", parent, 10_000);
  await expect(follow(payments, "refund", parent, 1)).rejects.toThrow(ValidationError);
  await expect(follow(payments, "refund", capture, 10_001)).rejects.toThrow("can't be greater than 10000");
  expect(await follow(payments, "refund", capture, 4000)).toMatchObject({ parent_uid: capture.uid });
  await expect(follow(payments, "refund", capture, 6001)).rejects.toThrow("can't be greater than 6000");
  // A refund does not restore the authorization.
  await expect(follow(payments, "capture", parent, 2901)).rejects.toThrow("can't be greater than 2900");
});

describe("a follow-up that is not possible is refused with the reason:", () => {
  test.each(ways)("a %s of a transaction that is unknown", async (way) => {
    const { payments, pay } = await openGateway();
    const parent = { ...(await pay("payment")), uid: "none" };
    const error = await rejection(follow(payments, way, parent, 1), ValidationError);
    expect(error.errors).toStrictEqual({ parent_uid: ["is unknown"] });
  });

  test.each([
    ["capture", "payment"],
    ["void", "payment"],
    ["capture", "tokenization"],
    ["refund", "tokenization"],
    ["refund", "authorization"],
    ["refund", "payout"],
  ] as const)("a %s of a %s", async (way, type) => {
    const { payments, pay } = await openGateway();
    const error = await rejection(follow(payments, way, await pay(type), 1), ValidationError);
    expect(error.message).toContain(`, not ${type}`);
  });

  test.each([
    ["refund", "payment"],
    ["capture", "authorization"],
  ] as const)("a %s of a declined %s", async (way, type) => {
    const { payments, pay } = await openGateway();
    const parent = await pay(type, { card: DECLINED });
    await expect(follow(payments, way, parent, 1)).rejects.toThrow(
      `transaction can't be ${way === "refund" ? "refunded" : "captured"}: it must be successful, not failed`,
    );
  });

  test("a refund of a refund, and one without reason", async () => {
    const { sandbox, payments, pay } = await openGateway();
    const refund = await follow(payments, "refund", await pay("payment"), 100);
    const unchecked = new PaymentsClient({ ...sandbox.clientOptions, validate: false });
    const params = { parent_uid: refund.uid, amount: 0, reason: "" };
    const error = await rejection(unchecked.transactions.refund(params), ValidationError);
    expect(error.errors).toStrictEqual({
      amount: ["must be greater than 0"],
      reason: ["can't be blank"],
      base: ["transaction can't be refunded: it must be of type payment or charge or capture, not refund"],
    });
  });
});

describe("a duplicate", () => {
  const refused = "422: Duplicate transaction: a refund of the last 30 seconds has the same amount";

  test.each([
    ["within 30 seconds is refused", {}, 29_999, 1, refused],
    ["with another tracking id is refused too", { tracking_id: "2", duplicate_check: true }, 0, 1, refused],
    ["after 30 seconds is none", {}, 30_000, 1, undefined],
    ["after a second, where a second is a minute, is none", {}, 1000, 60, undefined],
    ["of another amount is none", { amount: 101 }, 0, 1, undefined],
    ["with duplicate_check: false is none", { duplicate_check: false }, 0, 1, undefined],
  ])("%s", async (_, more, wait, speed, message) => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const { payments, pay } = await openGateway({ speed });
    const { uid } = await pay("payment");
    const params = { parent_uid: uid, amount: 100, reason: "Returned guide" };
    await payments.transactions.refund(params);
    vi.setSystemTime(Date.now() + wait);
    const second = payments.transactions.refund({ ...params, ...more });
    if (message === undefined) expect(await second).toMatchObject({ status: "successful" });
    else expect((await rejection(second, ValidationError)).message).toContain(message);
  });

  test("a void after a capture of the same amount is not a duplicate", async () => {
    const { payments, pay } = await openGateway();
    const { uid: parent_uid } = await pay("authorization");
    await payments.transactions.capture({ parent_uid, amount: 100 });
    expect(await payments.transactions.void({ parent_uid, amount: 100 })).toMatchObject({ type: "void" });
  });
});

test.each(ways)("a declined %s is a transaction, takes nothing, and can be tried again", async (way) => {
  const { payments, pay, notified } = await openGateway();
  const parent = await pay(way === "refund" ? "payment" : "authorization");
  const declined = await payments.transactions[way]({
    parent_uid: parent.uid,
    amount: 12_900,
    reason: "Returned guide",
    additional_data: { recipient: { expected_bank_code: "51" } },
  });
  expect(declined).toMatchObject({
    type: way,
    status: "failed",
    code: "51",
    friendly_message: `The bank declined the ${way} (51).`,
    [way]: { status: "failed", bank_code: "51", auth_code: null },
  });
  await expect.poll(() => notified().at(-1)).toStrictEqual(declined);
  expect(await follow(payments, way, parent, 12_900)).toMatchObject({ status: "successful" });
});

test("transactions are found by uid, and by tracking id the ten newest first", async () => {
  const { payments, pay } = await openGateway();
  const { transactions } = payments;
  const parent = await pay("payment");
  expect(await transactions.get(parent.uid)).toStrictEqual(parent);
  const refunds: Transaction[] = [];
  for (let amount = 1; amount <= 11; amount += 1)
    refunds.unshift(await follow(payments, "refund", parent, amount));
  const own = await transactions.refund({
    parent_uid: parent.uid,
    amount: 500,
    reason: "Guide",
    tracking_id: "refund 1007/1",
  });
  expect(await transactions.get(own.uid)).toStrictEqual(own);
  expect(await transactions.findByTrackingId("refund 1007/1")).toStrictEqual([own]);
  expect(await transactions.findByTrackingId("order-1007")).toStrictEqual(refunds.slice(0, 10));
  expect(await transactions.findByTrackingId("nothing")).toStrictEqual([]);
  await expect(transactions.get("nothing")).rejects.toThrow(NotFoundError);
});

test("each posts a signed notification to the parent's notification_url, with its section", async () => {
  const { sandbox, payments, pay, notified } = await openGateway();
  const authorization = await pay("authorization");
  const capture = await follow(payments, "capture", authorization, 10_000);
  const voided = await follow(payments, "void", authorization, 2900);
  const refund = await follow(payments, "refund", capture, 4000);
  await expect.poll(() => sandbox.deliveries.map(({ status }) => status)).toStrictEqual([200, 200, 200, 200]);
  // They are posted concurrently.
  const byUid = (told: readonly Transaction[]) => Object.fromEntries(told.map((one) => [one.uid, one]));
  expect(byUid(notified())).toStrictEqual(byUid([authorization, capture, voided, refund]));
  for (const transaction of [capture, voided, refund]) {
    expect(paymentDetails(transaction)).toMatchObject({ status: "successful", amount: transaction.amount });
  }
});

test("concurrent follow-ups take no more than the amount that is left", async () => {
  const { payments, pay } = await openGateway();
  const parent = await pay("payment");
  const settled = await Promise.allSettled(
    Array.from({ length: 10 }, () => follow(payments, "refund", parent, 3000)),
  );
  expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
});
