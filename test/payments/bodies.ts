/** What a gateway sends about payments: the example bodies, and what the sandbox makes of every type and state. */
import { expect } from "vitest";
import type { Outcome, TransactionType } from "../../src/index.ts";
import type { PayOptions } from "../../src/sandbox.ts";
import chargeback from "../fixtures/chargeback.json" with { type: "json" };
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import eripPending from "../fixtures/notification-erip-pending.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import paid from "../fixtures/notification-transaction.json" with { type: "json" };
import refund from "../fixtures/refund.json" with { type: "json" };
import savedCard from "../fixtures/transaction-saved-card.json" with { type: "json" };
import { DECLINED, NOTIFY, ORDER, openSandbox } from "../sandbox/open-gateway.ts";

/** A body, and the outcome that it tells of, tests counted like live payments. */
export interface HonestBody {
  readonly name: string;
  readonly body: Record<string, unknown>;
  readonly outcome: Outcome;
}

const settings = { notification_url: NOTIFY, verification_url: "https://shop.example/verify" };

const METHODS = { types: ["credit_card", "erip"] };

const TYPES: readonly (readonly [type: TransactionType, success: Outcome, test: boolean])[] = [
  ["payment", "paid", false],
  ["payment", "paid", true],
  ["charge", "paid", false],
  ["authorization", "authorized", false],
  ["payout", "paid_out", false],
  ["tokenization", "tokenized", false],
];

/** A sandbox with a merchant who accepts every payout, and the bodies that it sends. */
function openShop() {
  const bodies: HonestBody[] = [];
  const posted: unknown[] = [];
  const { sandbox, payments } = openSandbox({
    deliver: async (request) => {
      const body: Record<string, unknown> = Object(await request.json());
      if (request.url === NOTIFY) posted.push(body);
      const { uid, amount } = Object(body["transaction"]);
      return Response.json({ code: 0, uid, amount });
    },
  });
  const { checkouts, transactions } = payments;
  const add = (name: string, outcome: Outcome, body: unknown) =>
    bodies.push({ name, outcome, body: Object(body) });
  return {
    sandbox,
    payments,
    bodies,
    add,
    addNotification: (name: string, outcome: Outcome) => add(name, outcome, posted.at(-1)),
    addTransaction: async (name: string, outcome: Outcome, uid: string) =>
      add(name, outcome, { transaction: await transactions.get(uid) }),
    addStatus: async (name: string, outcome: Outcome, token: string) =>
      add(`${name}, as a status`, outcome, { checkout: await checkouts.get(token) }),
    create: async (transaction_type: TransactionType, more: object = {}) =>
      (await checkouts.create({ transaction_type, order: ORDER, settings, ...more })).token,
  };
}

type Shop = ReturnType<typeof openShop>;

/** A type, paid and not paid, as notification and as status. */
async function addType(shop: Shop, type: TransactionType, success: Outcome, test: boolean): Promise<void> {
  const { sandbox, payments, bodies, addNotification, addTransaction, addStatus } = shop;
  const about = `${type}${test ? ", a test" : ""}`;
  const create = (attempts: number) => shop.create(type, { test, attempts, payment_method: METHODS });
  const pay = async (what: string, options: PayOptions, result: Outcome, attempts = 1, status = result) => {
    const token = await create(attempts);
    const { uid } = await sandbox.pay(token, options);
    addNotification(`${about}, ${what}`, result);
    expect({ transaction: await payments.transactions.get(uid) }).toStrictEqual(bodies.at(-1)?.body);
    await addStatus(`${about}, ${what}`, status, token);
  };
  await addStatus(`${about}, open`, "pending", await create(1));
  await pay("successful", {}, success);
  await pay("declined", { card: DECLINED }, "failed");
  await pay("declined with attempts left", { card: DECLINED }, "failed", 3, "pending");
  for (const status of type === "payment" ? (["successful", "failed"] as const) : []) {
    const token = await create(1);
    const { uid } = await sandbox.pay(token, { method: "erip" });
    await addTransaction(`${about}, ERIP that waits`, "pending", uid);
    await addStatus(`${about}, ERIP that waits`, "pending", token);
    await sandbox.complete(uid, { status });
    addNotification(`${about}, ERIP ${status}`, status === "successful" ? success : status);
    await addStatus(`${about}, ERIP ${status}`, status === "successful" ? success : status, token);
  }
}

/** Captures, voids, refunds and chargebacks, and what they follow. */
async function addFollowUps({ sandbox, payments, ...shop }: Shop): Promise<void> {
  const { add, addTransaction, addStatus } = shop;
  const { transactions } = payments;
  const begin = async (type: "payment" | "authorization") => {
    const token = await shop.create(type);
    return { token, parent_uid: (await sandbox.pay(token)).uid };
  };
  const sale = await begin("payment");
  const held = await begin("authorization");
  const withdrawn = await begin("authorization");
  const disputed = await begin("payment");
  const decline = { additional_data: { recipient: { expected_bank_code: "05" } } };
  const part = { parent_uid: sale.parent_uid, reason: "R" };
  // The bodies of their notifications too.
  for (const [name, outcome, transaction] of [
    ["capture", "captured", await transactions.capture({ parent_uid: held.parent_uid, amount: 900 })],
    ["void", "voided", await transactions.void({ parent_uid: withdrawn.parent_uid, amount: 12_900 })],
    ["refund", "refunded", await transactions.refund({ ...part, amount: 2900 })],
    ["chargeback", "charged_back", await sandbox.chargeBack(disputed.parent_uid)],
    ["declined refund", "failed", await transactions.refund({ ...part, amount: 100, ...decline })],
  ] as const) {
    add(name, outcome, { transaction });
  }
  for (const [name, outcome, { token, parent_uid }] of [
    ["refunded", "paid", sale],
    ["captured", "authorized", held],
    ["voided", "authorized", withdrawn],
  ] as const) {
    await addTransaction(name, outcome, parent_uid);
    await addStatus(name, outcome, token);
  }
}

/** Bills, before and after they are paid; a permanent one is paid twice. */
async function addBills({ sandbox, payments, add, addNotification }: Shop): Promise<void> {
  for (const permanent of [false, true]) {
    const account_number = permanent ? "100700000002" : "100700000001";
    const { uid } = await payments.bills.create({
      ...ORDER,
      currency: "BYN",
      ip: "203.0.113.7",
      order_id: account_number,
      permanent,
      notification_url: NOTIFY,
      payment_method: { type: "erip", account_number },
    });
    for (const time of permanent ? ["once", "twice"] : ["once"]) {
      const name = `a bill, permanent: ${permanent}, ${time}`;
      add(name, "pending", { transaction: await payments.bills.get(uid) });
      await sandbox.complete(uid, { status: "successful" });
      addNotification(`${name}, paid`, "paid");
    }
  }
}

/** The example bodies, and changes of them that the protocol has too. */
function examples(): [name: string, outcome: Outcome, body: object][] {
  const { transaction } = paid;
  const { payment, ...withoutSection } = transaction;
  const { amount: _amount, currency: _currency, ...withoutAmount } = payment;
  const { checkout } = checkoutStatus;
  const { payment: processed } = checkout.gateway_response;
  const nulls = { refund: null, void: null, gateway_response: null, order: null };
  const withdrawn = { ...eripPending.transaction, status: "deleted", payment: { status: "deleted" } };
  const additional = {
    avs_cvc_verification: { avs_verification: { result_code: "1" }, cvc_verification: { result_code: "1" } },
    three_d_secure_verification: { pa_status: "Y", eci: "05", ve_status: "Y", status: "successful" },
    be_protected_verification: { status: "successful", white_black_list: { card: "absent" } },
    erip: { ...eripPending.transaction.erip, status: "failed" },
    parent_uid: refund.transaction.parent_uid,
  };
  return [
    ["the example of a payment", "paid", paid],
    ["the example of a saved card", "paid", savedCard],
    ["the example of a refund", "refunded", refund],
    ["the example of a chargeback", "charged_back", chargeback],
    ["the example of a status", "paid", checkoutStatus],
    ["the example of an expired token", "expired", expired],
    ["the example of ERIP that waits", "pending", eripPending],
    ["ERIP that the merchant withdrew", "failed", { transaction: withdrawn }],
    [
      "a token whose payment by ERIP was withdrawn",
      "failed",
      { ...checkout, status: "deleted", gateway_response: { payment: { status: "deleted" } } },
    ],
    ["a payment without its section", "paid", { transaction: withoutSection }],
    ["a section without an amount", "paid", { transaction: { ...transaction, payment: withoutAmount } }],
    ["a payment with additional sections", "paid", { transaction: { ...transaction, ...additional } }],
    ["a payment with sections that are null", "paid", { transaction: { ...transaction, ...nulls } }],
    [
      "a status whose amounts are digits",
      "paid",
      { checkout: { ...checkout, gateway_response: { payment: { ...processed, amount: "12900" } } } },
    ],
  ];
}

/** All of them. */
export async function honestBodies(): Promise<HonestBody[]> {
  const shop = openShop();
  for (const example of examples()) shop.add(...example);
  for (const type of TYPES) await addType(shop, ...type);
  await addFollowUps(shop);
  await addBills(shop);
  return shop.bodies;
}
