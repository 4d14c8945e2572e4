import { describe, expect, test } from "vitest";
import type { TransactionType } from "../../src/api/checkout/checkout.ts";
import type { FollowUpType, OtherType } from "../../src/api/transactions/transaction-type.ts";
import { type CheckoutStatus, isFinal, type Outcome, outcome, type Transaction } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import notification from "../fixtures/notification-transaction.json" with { type: "json" };

/** The outcome of a success by its type. A new type does not compile until it is here. */
const SUCCESSES: Readonly<Record<TransactionType | FollowUpType | OtherType, Outcome>> = {
  payment: "paid",
  charge: "paid",
  authorization: "authorized",
  capture: "captured",
  void: "voided",
  refund: "refunded",
  chargeback: "charged_back",
  payout: "paid_out",
  tokenization: "tokenized",
  // From public clients: money that was sent to a card, the card of a recipient, and money that is not the merchant's.
  credit: "paid_out",
  recipient_tokenization: "tokenized",
  p2p: "unknown",
  checkup: "unknown",
  fraud_advice: "unknown",
};

const OTHER_TYPES = ["swap", "constructor", "__proto__", "Payment", " payment", "", 1, null, undefined, {}];

/** The meaning of a status, for any type. */
const STATUSES: readonly (readonly [unknown, Outcome | "success"])[] = [
  ["successful", "success"],
  ["failed", "failed"],
  ["error", "failed"],
  ["deleted", "failed"],
  ["expired", "expired"],
  ["incomplete", "pending"],
  ["pending", "pending"],
  // Of bills.
  ["permanent", "pending"],
  ["start", "pending"],
  ["auto_created", "pending"],
  ["reversed", "pending"],
  ["Successful", "pending"],
  ["", "pending"],
  [null, "pending"],
  [undefined, "pending"],
  [true, "unknown"],
  [200, "unknown"],
  [["successful"], "unknown"],
  [{ status: "successful" }, "unknown"],
];

const FINAL: readonly unknown[] = ["successful", "failed", "error", "deleted", "expired"];

const LIVE: readonly unknown[] = [false, null, undefined];
const TEST: readonly unknown[] = [true, "true", "false", "", 0, 1, {}];

const OPTIONS = [undefined, {}, { test: undefined }, { test: false }, { test: true }];

/** A transaction with any fields. */
const transactionOf = (fields: object): Transaction => Object.assign({ uid: "5b8f1f0e" }, fields);

const statusOf = (fields: object): CheckoutStatus => Object.assign({ token: "6d0f" }, fields);

/** Both shapes of one payment. */
const shapes: readonly (readonly [
  string,
  (payment: Record<string, unknown>) => Transaction | CheckoutStatus,
])[] = [
  ["a transaction", transactionOf],
  ["the status of a token", ({ type, ...fields }) => statusOf({ ...fields, transaction_type: type })],
];

describe.each(shapes)("%s", (_shape, of) => {
  test("is derived from type, status and test", () => {
    for (const [type, success] of Object.entries(SUCCESSES)) {
      for (const [status, meaning] of STATUSES) {
        for (const isTest of [...LIVE, ...TEST]) {
          for (const options of OPTIONS) {
            const isAccepted = LIVE.includes(isTest) || options?.test === true || success === "unknown";
            const expected = meaning === "success" ? (isAccepted ? success : "test") : meaning;
            const payment = of({ type, status, test: isTest });
            expect(outcome(payment, options), JSON.stringify([payment, options])).toBe(expected);
          }
        }
      }
    }
  });

  test("is unknown for an unknown type", () => {
    for (const type of OTHER_TYPES) {
      for (const [status] of STATUSES) expect(outcome(of({ type, status }), { test: true })).toBe("unknown");
    }
  });

  test("is final by its status, whatever its type", () => {
    for (const type of [...Object.keys(SUCCESSES), ...OTHER_TYPES]) {
      for (const [status] of STATUSES) expect(isFinal(of({ type, status }))).toBe(FINAL.includes(status));
    }
  });

  test.each([1, "true", {}, null])("a test is only paid with test: true, not %j", (taken) => {
    const payment = of({ type: "payment", status: "successful", test: true });
    expect(Reflect.apply(outcome, undefined, [payment, { test: taken }])).toBe("test");
  });
});

describe.each<
  [string, (type: string, status: unknown, sections: Record<string, unknown>) => Transaction | CheckoutStatus]
>([
  ["a transaction", (type, status, sections) => transactionOf({ type, status, ...sections })],
  [
    "the status of a token",
    (type, status, sections) => statusOf({ transaction_type: type, status, gateway_response: sections }),
  ],
])("%s and its own section", (shape, of) => {
  test("must mean the same, except for a token that is still open after a failed attempt", () => {
    for (const [type, success] of Object.entries(SUCCESSES)) {
      for (const [status, meaning] of STATUSES) {
        for (const [inner, innerMeaning] of STATUSES) {
          const isMissing = inner === null || inner === undefined;
          const hasAttemptsLeft =
            shape !== "a transaction" &&
            meaning === "pending" &&
            (innerMeaning === "failed" || innerMeaning === "expired");
          const isAgreed = isMissing || hasAttemptsLeft || meaning === innerMeaning;
          const agreed = isAgreed ? meaning : "unknown";
          const payment = of(type, status, { [type]: { status: inner } });
          expect(outcome(payment), JSON.stringify(payment)).toBe(agreed === "success" ? success : agreed);
        }
      }
    }
  });

  test.each<[Record<string, unknown>, Outcome]>([
    [{ payment: { status: "successful", type: "authorization" } }, "unknown"],
    [{ payment: "failed" }, "unknown"],
    [{ payment: [{ status: "successful" }] }, "unknown"],
    [{ payment: { status: "successful" }, refund: { status: "pending" } }, "paid"],
  ])("with the sections %j", (sections, expected) => {
    expect(outcome(of("payment", "successful", sections))).toBe(expected);
  });
});

describe("the status of a token", () => {
  const good = {
    transaction_type: "payment",
    status: "successful",
    test: false,
    finished: true,
    expired: false,
    gateway_response: { payment: { status: "successful", uid: "5b8f1f0e" } },
  };

  test("an expired token is final, and expired unless a status says that money was taken", () => {
    for (const [status, meaning] of STATUSES) {
      for (const [inner, innerMeaning] of STATUSES) {
        const isMissing = inner === null || inner === undefined;
        const said = [meaning, isMissing ? meaning : innerMeaning];
        const isContradiction = said.includes("success") || said.includes("unknown");
        const payment = statusOf({
          ...good,
          status,
          finished: false,
          expired: true,
          gateway_response: { payment: { status: inner } },
        });
        expect(outcome(payment), JSON.stringify(payment)).toBe(isContradiction ? "unknown" : "expired");
        expect(isFinal(payment)).toBe(true);
      }
    }
  });

  test("is not final if expired is only text", () => {
    expect(isFinal(statusOf({ ...good, status: "pending", expired: "true" }))).toBe(false);
  });
});

test("undocumented fields do not turn a transaction into a status, or a status into a transaction", () => {
  const transaction = { ...notification.transaction, test: false };
  for (const token of ["6d0f", "", null])
    expect(outcome(transactionOf({ ...transaction, token }))).toBe("paid");
  const status = { ...checkoutStatus.checkout, test: false };
  const { uid } = status.gateway_response.payment;
  for (const same of [uid, null]) expect(outcome(statusOf({ ...status, uid: same }))).toBe("paid");
  expect(outcome({ ...status, uid, finished: false })).toBe("unknown");
  expect(outcome({ ...status, uid: "5b8f1f0e", type: "payment", expired: true })).toBe("unknown");
});

describe("a value that is not a payment is unknown, and not final", () => {
  test.each([
    undefined,
    null,
    0,
    "successful",
    true,
    [],
    {},
    [{ type: "payment", status: "successful" }],
    () => "paid",
  ])("%j", (value) => {
    expect(Reflect.apply(outcome, undefined, [value])).toBe("unknown");
    expect(Reflect.apply(isFinal, undefined, [value])).toBe(false);
  });

  test("also a notification instead of its transaction", () => {
    const whole = { type: "transaction", transaction: { ...notification.transaction, test: false }, raw: {} };
    expect(Reflect.apply(outcome, undefined, [whole])).toBe("unknown");
  });
});

describe("contradictory is", () => {
  const paid = { ...notification.transaction, test: false };

  test.each(["transaction", "checkout"])("a payment of another status inside, as its %s", (key) => {
    const other = { uid: "another", token: "t", amount: 1, status: "failed" };
    expect(outcome(transactionOf({ ...paid, [key]: other }))).toBe("unknown");
    expect(outcome(statusOf({ ...checkoutStatus.checkout, test: false, [key]: other }))).toBe("unknown");
  });
});

test("an amount of 1, such as one yen, is money, and of 0 none", () => {
  const bare = { uid: "u", type: "payment", status: "successful", currency: "JPY" };
  expect(outcome(transactionOf({ ...bare, amount: 1 }))).toBe("paid");
  expect(outcome(transactionOf({ ...bare, amount: 0 }))).toBe("unknown");
});
