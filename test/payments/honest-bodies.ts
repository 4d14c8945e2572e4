/** What a gateway sends about payments: the example bodies, and what the sandbox makes of every type and state. */
import { expect } from "vitest";
import { type Outcome, PaymentsClient, type TransactionType } from "../../src/index.ts";
import { type PayOptions, Sandbox } from "../../src/sandbox.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import eripPending from "../fixtures/notification-erip-pending.json" with { type: "json" };
import expired from "../fixtures/notification-expired.json" with { type: "json" };
import paid from "../fixtures/notification-transaction.json" with { type: "json" };
import refund from "../fixtures/refund.json" with { type: "json" };
import savedCard from "../fixtures/transaction-saved-card.json" with { type: "json" };
import { freshState } from "../support/fresh-state.ts";

/** A body, and the outcome that it tells of, tests counted like live payments. */
export interface HonestBody {
  readonly name: string;
  readonly body: Record<string, unknown>;
  readonly outcome: Outcome;
}

export const order = {
  amount: 12_900,
  currency: "EUR",
  description: "Annual pass",
  tracking_id: "order-1007",
};

const settings = {
  notification_url: "https://shop.example/notify",
  verification_url: "https://shop.example/verify",
};

const DECLINED = { card: "4005550000000019" };
const ERIP = { method: "erip" };

/** A sandbox with a merchant who accepts every payout, and the notifications that it posted. */
function openShop() {
  const posted: Record<string, unknown>[] = [];
  const sandbox = new Sandbox({
    shopId: 4821,
    state: freshState,
    deliver: async (request) => {
      const body: Record<string, unknown> = Object(await request.json());
      if (request.url.endsWith("/notify")) posted.push(body);
      const { uid, amount } = Object(body["transaction"]);
      return Response.json({ code: 0, uid, amount });
    },
  });
  return { sandbox, payments: new PaymentsClient(sandbox.clientOptions), posted };
}

/** Every type, paid and not paid, as notification and as status. */
async function paymentsOf(type: TransactionType, success: Outcome, isTest: boolean): Promise<HonestBody[]> {
  const { sandbox, payments, posted } = openShop();
  const create = async (attempts: number) =>
    payments.checkouts.create({
      transaction_type: type,
      test: isTest,
      attempts,
      order,
      settings,
      payment_method: { types: ["credit_card", "erip"] },
    });
  const bodies: HonestBody[] = [];
  const add = (name: string, body: unknown, outcome: Outcome) =>
    bodies.push({ name: `${type}${isTest ? ", a test" : ""}, ${name}`, body: Object(body), outcome });
  const ask = async (token: string, name: string, outcome: Outcome) =>
    add(`status ${name}`, { checkout: await payments.checkouts.get(token) }, outcome);

  const pay = async (
    name: string,
    options: PayOptions,
    result: Outcome,
    { attempts = 1, status = result } = {},
  ) => {
    const { token } = await create(attempts);
    const { uid } = await sandbox.pay(token, options);
    expect({ transaction: await payments.transactions.get(uid) }).toStrictEqual(posted.at(-1));
    add(`notification ${name}`, posted.at(-1), result);
    await ask(token, name, status);
  };
  await ask((await create(1)).token, "of a token that is open", "pending");
  await pay("successful", {}, success);
  await pay("declined", DECLINED, "failed");
  await pay("declined with attempts left", DECLINED, "failed", { attempts: 3, status: "pending" });
  if (type !== "payment") return bodies;
  for (const [status, outcome] of [
    ["successful", success],
    ["failed", "failed"],
  ] as const) {
    const { token } = await create(1);
    const { uid } = await sandbox.pay(token, ERIP);
    add("ERIP that waits", { transaction: await payments.transactions.get(uid) }, "pending");
    await ask(token, "of ERIP that waits", "pending");
    await sandbox.complete(uid, { status });
    add(`ERIP ${status}`, posted.at(-1), outcome);
    await ask(token, `of ERIP ${status}`, outcome);
  }
  return bodies;
}

/** Captures, voids and refunds, and what they follow. */
async function followUps(): Promise<HonestBody[]> {
  const { sandbox, payments } = openShop();
  const begin = async (transaction_type: "payment" | "authorization") => {
    const { token } = await payments.checkouts.create({ transaction_type, order, settings });
    return { token, parent_uid: (await sandbox.pay(token)).uid };
  };
  const bodies: HonestBody[] = [];
  const add = (name: string, body: unknown, outcome: Outcome) =>
    bodies.push({ name, body: Object(body), outcome });
  const after = async (
    name: string,
    { token, parent_uid }: Awaited<ReturnType<typeof begin>>,
    outcome: Outcome,
  ) => {
    add(`a ${name} transaction`, { transaction: await payments.transactions.get(parent_uid) }, outcome);
    add(`the status of a ${name} token`, { checkout: await payments.checkouts.get(token) }, outcome);
  };
  const sale = await begin("payment");
  const held = await begin("authorization");
  const withdrawn = await begin("authorization");
  const decline = { additional_data: { recipient: { expected_bank_code: "05" } } };
  const { transactions } = payments;
  const part = { parent_uid: sale.parent_uid, reason: "R" };
  // The bodies of their notifications too.
  for (const [name, outcome, transaction] of [
    ["capture", "captured", await transactions.capture({ parent_uid: held.parent_uid, amount: 900 })],
    ["void", "voided", await transactions.void({ parent_uid: withdrawn.parent_uid, amount: 12_900 })],
    ["refund", "refunded", await transactions.refund({ ...part, amount: 2900 })],
    ["declined refund", "failed", await transactions.refund({ ...part, amount: 100, ...decline })],
  ] as const) {
    add(name, { transaction }, outcome);
  }
  await after("refunded", sale, "paid");
  await after("captured", held, "authorized");
  await after("voided", withdrawn, "authorized");
  return bodies;
}

/** Bills, before and after they are paid; a permanent one is paid twice. */
async function bills(): Promise<HonestBody[]> {
  const { sandbox, payments, posted } = openShop();
  const bodies: HonestBody[] = [];
  const add = (name: string, body: unknown, outcome: Outcome) =>
    bodies.push({ name, body: Object(body), outcome });
  const create = (permanent: boolean, account_number: string) =>
    payments.bills.create({
      ...order,
      currency: "BYN",
      ip: "203.0.113.7",
      order_id: account_number,
      permanent,
      notification_url: settings.notification_url,
      payment_method: { type: "erip", account_number },
    });
  const bill = await create(false, "100700000001");
  add("a bill", { transaction: bill }, "pending");
  await sandbox.complete(bill.uid, { status: "successful" });
  add("a bill that was paid", posted.at(-1), "paid");
  const permanent = await create(true, "100700000002");
  for (const time of ["once", "twice"]) {
    add(`a permanent bill, ${time}`, { transaction: await payments.bills.get(permanent.uid) }, "pending");
    await sandbox.complete(permanent.uid, { status: "successful" });
    add(`a permanent bill that was paid ${time}`, posted.at(-1), "paid");
  }
  return bodies;
}

/** The example bodies, and changes of them that the protocol has too. */
function examples(): HonestBody[] {
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
    { name: "the example of a payment", body: paid, outcome: "paid" },
    { name: "the example of a saved card", body: savedCard, outcome: "paid" },
    { name: "the example of a refund", body: refund, outcome: "refunded" },
    { name: "the example of a status", body: checkoutStatus, outcome: "paid" },
    { name: "the example of an expired token", body: expired, outcome: "expired" },
    { name: "the example of ERIP that waits", body: eripPending, outcome: "pending" },
    { name: "ERIP that the merchant withdrew", body: { transaction: withdrawn }, outcome: "failed" },
    {
      name: "a token whose payment by ERIP was withdrawn",
      body: { ...checkout, status: "deleted", gateway_response: { payment: { status: "deleted" } } },
      outcome: "failed",
    },
    { name: "a payment without its section", body: { transaction: withoutSection }, outcome: "paid" },
    {
      name: "a payment whose section has no amount",
      body: { transaction: { ...transaction, payment: withoutAmount } },
      outcome: "paid",
    },
    {
      name: "a payment with additional sections",
      body: { transaction: { ...transaction, ...additional } },
      outcome: "paid",
    },
    {
      name: "a payment with sections that are null",
      body: { transaction: { ...transaction, ...nulls } },
      outcome: "paid",
    },
    {
      name: "a status whose amounts are digits",
      body: { checkout: { ...checkout, gateway_response: { payment: { ...processed, amount: "12900" } } } },
      outcome: "paid",
    },
  ];
}

/** All of them. */
export async function honestBodies(): Promise<HonestBody[]> {
  const types = [
    ["payment", "paid"],
    ["charge", "paid"],
    ["authorization", "authorized"],
    ["payout", "paid_out"],
    ["tokenization", "tokenized"],
  ] as const;
  const made = [
    ...types.map(([type, success]) => paymentsOf(type, success, false)),
    paymentsOf("payment", "paid", true),
  ];
  return [...examples(), ...(await Promise.all(made)).flat(), ...(await followUps()), ...(await bills())];
}
