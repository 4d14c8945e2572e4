import { describe, expect, test } from "vitest";
import { type CheckoutStatus, isFinal, isPaid, type Transaction } from "../src/index.ts";
import checkoutStatus from "./fixtures/checkout-status.json" with { type: "json" };
import expiredStatus from "./fixtures/notification-expired.json" with { type: "json" };
import notification from "./fixtures/notification-transaction.json" with { type: "json" };

const TYPES = [
  "payment",
  "charge",
  "authorization",
  "refund",
  "payout",
  "tokenization",
  "void",
  "chargeback",
  "constructor",
  "__proto__",
  "Payment",
  "",
  null,
  undefined,
];

const STATUSES = [
  "successful",
  "failed",
  "incomplete",
  "pending",
  "expired",
  "error",
  "reversed",
  "Successful",
  "",
  null,
  undefined,
];

const FLAGS = [true, false, null, undefined];

const OPTIONS = [undefined, {}, { test: undefined }, { test: false }, { test: true }];

const KINDS = TYPES.flatMap((type) =>
  STATUSES.flatMap((status) => FLAGS.map((test) => ({ type, status, test }))),
);

const unique = (values: readonly unknown[]): unknown[] => [...new Set(values)];

describe("a transaction", () => {
  const transactions = KINDS.map((kind): Transaction => ({ uid: "5b8f1f0e", ...kind }));

  const paidWith = (options: { test?: boolean | undefined } | undefined): Transaction[] =>
    transactions.filter((transaction) => isPaid(transaction, options));

  test("is paid only as a successful payment or charge", () => {
    for (const options of OPTIONS) {
      const kinds = paidWith(options).map(({ type, status }) => `${type} ${status}`);
      expect(unique(kinds)).toStrictEqual(["payment successful", "charge successful"]);
    }
  });

  test.each(OPTIONS)("with the options %o is paid as a test only where test is true", (options) => {
    const tests = unique(paidWith(options).map((transaction) => transaction.test));
    expect(tests).toStrictEqual(options?.test === true ? FLAGS : [false, null, undefined]);
  });

  test("is final by its status alone", () => {
    const final = transactions.filter(isFinal);
    expect(unique(final.map(({ status }) => status))).toStrictEqual([
      "successful",
      "failed",
      "expired",
      "error",
    ]);
    expect(final).toHaveLength(TYPES.length * FLAGS.length * 4);
  });

  test.each([
    ["payment", "successful", true],
    ["charge", "successful", true],
    ["authorization", "successful", false],
    ["refund", "successful", false],
    ["payout", "successful", false],
    ["tokenization", "successful", false],
    ["payment", "pending", false],
    ["payment", "parked", false],
  ])("%s, %s: paid is %s", (type, status, paid) => {
    expect(isPaid({ uid: "5b8f1f0e", type, status, test: false })).toBe(paid);
  });
});

describe("the status of a token", () => {
  const RESPONSES: readonly (readonly [string, CheckoutStatus["gateway_response"]])[] = [
    ["is null", null],
    ["is missing", undefined],
    ["is empty", {}],
    ["says nothing of a status", { payment: {}, charge: { status: null } }],
    ["is null in its section", { payment: null, charge: null }],
    ["agrees", { payment: { status: "successful" }, charge: { status: "successful" } }],
    ["says failed", { payment: { status: "failed" }, charge: { status: "failed" } }],
    ["says pending", { payment: { status: "pending" }, charge: { status: "pending" } }],
  ];

  const statuses = KINDS.flatMap(({ type: transaction_type, status, test: isTest }) =>
    FLAGS.flatMap((finished) =>
      FLAGS.flatMap((expired) =>
        RESPONSES.map(([response, gateway_response]) => ({
          response,
          status: {
            token: "6d0f",
            transaction_type,
            status,
            test: isTest,
            finished,
            expired,
            gateway_response,
          } satisfies CheckoutStatus,
        })),
      ),
    ),
  );

  test.each(OPTIONS)("with the options %o is paid only where nothing says otherwise", (options) => {
    const paid = statuses.filter(({ status }) => isPaid(status, options));
    const values = (of: (one: (typeof statuses)[number]) => unknown) => unique(paid.map(of));
    expect(values(({ status }) => `${status.transaction_type} ${status.status}`)).toStrictEqual([
      "payment successful",
      "charge successful",
    ]);
    const tests = options?.test === true ? FLAGS : [false, null, undefined];
    expect(values(({ status }) => status.test)).toStrictEqual(tests);
    expect(values(({ status }) => status.finished)).toStrictEqual([true, null, undefined]);
    expect(values(({ status }) => status.expired)).toStrictEqual([false, null, undefined]);
    const responses = [
      "is null",
      "is missing",
      "is empty",
      "says nothing of a status",
      "is null in its section",
      "agrees",
    ];
    expect(values(({ response }) => response)).toStrictEqual(responses);
    expect(paid).toHaveLength(2 * tests.length * 3 * 3 * responses.length);
  });

  test("is final by its status, or because its time ran out", () => {
    const final = statuses.filter(({ status }) => isFinal(status)).map(({ status }) => status);
    const [ranOut, others] = [true, false].map((is) =>
      final.filter(({ expired }) => (expired === true) === is),
    );
    expect(unique((ranOut ?? []).map(({ status }) => status))).toStrictEqual(STATUSES);
    expect(unique((others ?? []).map(({ status }) => status))).toStrictEqual([
      "successful",
      "failed",
      "expired",
      "error",
    ]);
    expect(ranOut).toHaveLength(statuses.length / FLAGS.length);
    expect(others).toHaveLength(((statuses.length * 3) / FLAGS.length / STATUSES.length) * 4);
  });

  const good: CheckoutStatus = {
    token: "6d0f",
    transaction_type: "payment",
    status: "successful",
    test: false,
    finished: true,
    expired: false,
    gateway_response: { payment: { status: "successful" } },
  };

  test.each<[string, Partial<CheckoutStatus>, boolean]>([
    ["a payment", {}, true],
    [
      "a charge",
      { transaction_type: "charge", gateway_response: { charge: { status: "successful" } } },
      true,
    ],
    ["an authorization", { transaction_type: "authorization" }, false],
    ["a tokenization", { transaction_type: "tokenization" }, false],
    ["one that failed", { status: "failed" }, false],
    ["one that is not finished", { finished: false }, false],
    ["one that ran out", { expired: true }, false],
    ["one whose response says otherwise", { gateway_response: { payment: { status: "failed" } } }, false],
    ["a test", { test: true }, false],
  ])("%s", (_what, changed, paid) => {
    expect(isPaid({ ...good, ...changed })).toBe(paid);
  });

  test("is judged by the section of its own type", () => {
    const response = { payment: { status: "successful" }, authorization: { status: "failed" } };
    expect(isPaid({ ...good, gateway_response: response })).toBe(true);
  });
});

test.each<[string, Transaction | CheckoutStatus, { paid: boolean; paidAsTest: boolean; final: boolean }]>([
  ["a transaction", notification.transaction, { paid: false, paidAsTest: true, final: true }],
  ["a token that was paid", checkoutStatus.checkout, { paid: false, paidAsTest: true, final: true }],
  ["a token that ran out", expiredStatus, { paid: false, paidAsTest: false, final: true }],
  [
    "a live transaction",
    { ...notification.transaction, test: false },
    { paid: true, paidAsTest: true, final: true },
  ],
  [
    "a live token that was paid",
    { ...checkoutStatus.checkout, test: false },
    {
      paid: true,
      paidAsTest: true,
      final: true,
    },
  ],
  [
    "a transaction under way",
    { ...notification.transaction, status: "incomplete", test: false },
    {
      paid: false,
      paidAsTest: false,
      final: false,
    },
  ],
])("%s as the gateway sends it", (_what, payment, { paid, paidAsTest, final }) => {
  expect(isPaid(payment)).toBe(paid);
  expect(isPaid(payment, { test: true })).toBe(paidAsTest);
  expect(isFinal(payment)).toBe(final);
});
