/** In this folder: the result of a payment, and the way back to the shop. */

import { describe, expect, test } from "vitest";
import { textOf } from "../../text-of.ts";
import { CARD, CHALLENGED, DECLINED, openPages, page, type TokenParams } from "../open-pages.ts";

const RETURN = "https://shop.example/return";

/** How a token was left, and what its result shows of it. */
interface Result {
  readonly params?: TokenParams;
  /** The forms that the customer posts. */
  readonly posts: readonly (readonly [form: Record<string, string>, page?: string])[];
  readonly shown: readonly (string | RegExp)[];
  readonly hidden: readonly string[];
}

const ACTIONS = ["Check again", "Try again"];

const RESULTS: Readonly<Record<string, Result>> = {
  "of a payment by card: facts without reason or receipt lines": {
    posts: [[CARD]],
    shown: ["<dl>", "Payment successful"],
    hidden: ["Reason", "<blockquote>", "data-countdown", ...ACTIONS],
  },
  "of a declined card: the bank's reason for the customer and the number, no receipt": {
    params: {
      test: true,
      order: { additional_data: { receipt_text: ["Thank you"], recipient: { expected_bank_code: "05" } } },
    },
    posts: [[CARD]],
    shown: [
      '<dt>Reason</dt><dd lang="en">The bank declined the payment (05).',
      "€129.00",
      /<code>[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}<\/code>/,
    ],
    hidden: ["Thank you", ...ACTIONS],
  },
  "of a payment that succeeded: the merchant's lines and the button's text, but no custom value": {
    params: {
      settings: { button_next_text: "Back to reading", return_url: RETURN },
      order: {
        custom_fields: { custom_field_1: { label: "Reader", value: "R-4711", visible: true } },
        additional_data: { receipt_text: ["Thank you for reading", "Floor 2"] },
      },
    },
    posts: [[CARD]],
    shown: ["Payment successful", "Back to reading", "Thank you for reading", "Floor 2"],
    hidden: ["R-4711"],
  },
  "of a payout: that money was sent": {
    params: { transaction_type: "payout" },
    posts: [[CARD]],
    shown: ["<h1>Payout sent</h1>"],
    hidden: ["No money was sent."],
  },
  "of a declined payout: that no money was sent": {
    params: { transaction_type: "payout" },
    posts: [[DECLINED]],
    shown: ["<h1>Payout declined</h1>", "No money was sent."],
    hidden: ["Order again"],
  },
  "of a tokenization: that a card was saved": {
    params: { transaction_type: "tokenization" },
    posts: [[CARD]],
    shown: ["<h1>Card saved</h1>"],
    hidden: [],
  },
  "of a pending payment: its method, its number, and no reason": {
    params: { payment_method: { types: ["erip"] } },
    posts: [[{ method: "erip", outcome: "pending" }]],
    shown: [/Payment number<\/dt><dd>[\da-f-]{36}</, "ERIP", ">Approve</button>"],
    hidden: ["Reason"],
  },
  "of a payment that the customer did not confirm: the reason": {
    params: {},
    posts: [[CHALLENGED], [{ answer: "decline" }, "challenge"]],
    shown: ["<dt>Reason</dt><dd>You did not confirm the payment<"],
    hidden: [],
  },
  "of a decline with a requested code: the gateway's message, marked as its own": {
    params: {
      test: true,
      settings: { language: "de" },
      order: { additional_data: { recipient: { expected_bank_code: "05" } } },
    },
    posts: [[CARD]],
    shown: ['<dt>Reason</dt><dd lang="en">The bank declined the payment (05).'],
    hidden: [],
  },
  "of a decline without a reason: no reason, and what the customer can do": {
    posts: [[DECLINED]],
    shown: ["Order again in the shop, for example with another card. You can close this page."],
    hidden: ["Reason", "Payment was declined", "Attempts left"],
  },
  "of a decline without attempts left: the way back to order again": {
    params: { settings: { return_url: RETURN } },
    posts: [[DECLINED]],
    shown: ["Order again in the shop, for example with another card.", ">Back to the shop</a>"],
    hidden: ["Attempts left"],
  },
  "of a decline with attempts left: to try again, not to order again": {
    params: { attempts: 2 },
    posts: [[DECLINED]],
    shown: ["Attempts left: 1", ">Try again</a>"],
    hidden: ["Order again"],
  },
};

describe("a result shows what is known, and no more", () => {
  test.each(Object.entries(RESULTS))("%s", async (_, { params, posts, shown, hidden }) => {
    const { checkout, get, post } = openPages();
    const token = await checkout(params);
    for (const [form, name] of posts) await post(page(token, name), form);
    const { text } = await get(page(token, "result"));
    for (const part of shown) expect(text).toMatch(part);
    for (const part of hidden) expect(text).not.toContain(part);
  });

  test("of an expired token: the order, that no money was taken, and what the customer can do", async () => {
    const { checkout, get, sandbox } = openPages({ shopUrl: "https://shop.example/" });
    for (const [transaction_type, advice] of [
      ["payment", "<p>No money was taken.</p><p>Order again in the shop.</p>"],
      ["payout", "<p>No money was sent.</p><p><strong>"],
    ] as const) {
      const token = await checkout({ transaction_type });
      await sandbox.expire(token);
      const { status, text } = await get(page(token, "result"));
      expect(status).toBe(410);
      expect(text).toContain(`<h1>The time to pay has expired</h1>${advice}`);
      for (const part of ["<strong>€129.00</strong>", "<dd>Annual pass</dd>", ">Back to the shop</a>"])
        expect(text).toContain(part);
      for (const part of ["Payment number", "<time", ...ACTIONS]) expect(text).not.toContain(part);
    }
  });

  test("of an expired token after a pending payment: its method and number", async () => {
    const { checkout, get, sandbox } = openPages();
    const token = await checkout({ payment_method: { types: ["erip"] } });
    const { uid } = await sandbox.pay(token, { method: "erip" });
    await sandbox.expire(token);
    const { text } = await get(page(token, "result"));
    for (const part of ["No money was taken.", "ERIP, <time", uid]) expect(text).toContain(part);
  });

  test("of a cancelled payment: no facts", async () => {
    const { checkout, post } = openPages();
    const { text } = await post(page(await checkout(), "checkout/cancel"));
    for (const part of ["<dl>", ...ACTIONS]) expect(text).not.toContain(part);
    expect(text).toContain("<h1>Payment canceled</h1>");
  });
});

const HOLD = "authorization";

type Step = readonly [way: "capture" | "void" | "refund" | "chargeback", amount: number];

/** What followed a payment or a hold of €129.00, and the heading, its tone and the sums that the customer reads. */
const FOLLOWED: readonly (readonly [
  type: "payment" | typeof HOLD,
  steps: readonly Step[],
  tone: string,
  title: string,
  sums: string,
])[] = [
  ["payment", [], "good", "Payment successful", ""],
  ["payment", [["refund", 12_900]], "quiet", "Payment refunded", "Paid €129.00 Refunded €129.00"],
  [
    "payment",
    [
      ["refund", 2900],
      ["refund", 1000],
    ],
    "info",
    "Payment refunded in part",
    "Paid €129.00 Refunded €39.00",
  ],
  ["payment", [["chargeback", 12_900]], "bad", "Returned by the bank", "Paid €129.00 Returned €129.00"],
  ["payment", [["chargeback", 5000]], "bad", "Returned in part by the bank", "Paid €129.00 Returned €50.00"],
  [HOLD, [], "wait", "Payment authorized", "Held €129.00"],
  [HOLD, [["void", 12_900]], "quiet", "Payment canceled", "Released €129.00"],
  [HOLD, [["capture", 12_900]], "good", "Payment successful", ""],
  [HOLD, [["capture", 5000]], "info", "Payment successful", "Paid €50.00 Held €79.00"],
  [
    HOLD,
    [
      ["capture", 5000],
      ["void", 7900],
    ],
    "info",
    "Payment successful",
    "Paid €50.00 Released €79.00",
  ],
];

test.each(FOLLOWED)(
  "the customer of a %s reads what followed it: %j",
  async (type, steps, tone, title, sums) => {
    const { checkout, get, sandbox } = openPages();
    const token = await checkout({ transaction_type: type });
    const { uid } = await sandbox.pay(token);
    for (const [way, amount] of steps) await sandbox.act(way, { uid, amount });
    const { location } = await get(page(token));
    const { text } = await get(location ?? "");
    expect(text).toContain(`<article class="${tone}"><h1>${title}</h1>`);
    expect(textOf(text)).toContain(`Your order Annual pass ${sums} Payment number`.replace("  ", " "));
  },
);

test("a payment that was refunded is refunded for its customer also if another order was paid with its tracking id", async () => {
  const { checkout, get, sandbox } = openPages();
  const [token, other] = [
    await checkout({ order: { tracking_id: "1007" } }),
    await checkout({ order: { tracking_id: "1007" } }),
  ];
  const { uid } = await sandbox.pay(token);
  await sandbox.pay(other);
  await sandbox.act("refund", { uid, amount: 100 });
  expect((await get(page(token, "result"))).text).toContain("<h1>Payment refunded in part</h1>");
});

test("a page that does not fit the state leads to the one that does", async () => {
  const { checkout, get, post } = openPages();
  const [open, challenged] = [await checkout(), await checkout()];
  const pending = await checkout({ payment_method: { types: ["erip"] } });
  await post(page(challenged), CHALLENGED);
  await post(page(pending), { method: "erip", outcome: "pending" });
  for (const [token, from, to] of [
    [open, "result", "checkout"],
    [open, "challenge", "checkout"],
    [challenged, "result", "checkout"],
    [challenged, "checkout", "challenge"],
    [pending, "challenge", "checkout"],
    [pending, "checkout", "result"],
  ] as const)
    expect((await get(page(token, from))).location).toBe(page(token, to));
});

test("a form for a token that was paid or expired meanwhile leads to its page", async () => {
  const { checkout, post, sandbox } = openPages();
  const [paid, expired] = [await checkout(), await checkout()] as const;
  await sandbox.pay(paid);
  await sandbox.expire(expired);
  for (const token of [paid, expired])
    for (const fields of [CARD, { method: "credit_card" }, { method: "google_pay" }])
      expect(await post(page(token), { ...fields })).toMatchObject({ status: 303, location: page(token) });
});

test("a customer cannot complete a payout that waits for its verification", async () => {
  const asked = Promise.withResolvers<Response>();
  const { checkout, get, post } = openPages({ deliver: () => asked.promise });
  const settings = { verification_url: "https://shop.example/verify" };
  const token = await checkout({ transaction_type: "payout", settings });
  const paying = post(page(token), CARD);
  await expect.poll(async () => (await get(page(token))).location).toBe(page(token, "result"));
  expect((await get(page(token, "result"))).refresh).toBe("2");
  expect((await post(page(token, "challenge"), { answer: "confirm" })).location).toBe(page(token));
  asked.resolve(Response.json({ code: 1 }));
  expect((await paying).location).toBe(page(token, "result"));
  expect((await get(page(token, "result"))).text).toContain("Payout declined");
});
