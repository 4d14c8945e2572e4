import { billCreateParamsSchema } from "../../../api/bill.ts";
import type { Issue } from "../../../api/error-tree.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import type { EripPayment } from "../../../api/transactions/transaction-sections.ts";
import { isGiven } from "../../../shared/values.ts";
import { type Gateway, NotPayableError, pageLinks } from "../gateway.ts";
import { type Fields, problemsOfParams, sectionOf, textOf } from "../input/section.ts";
import type { Order, TransactionRecord } from "../orders/order.ts";
import { billRecordOf } from "../orders/store.ts";
import { drawQrCode } from "../qr-code.ts";
import { begin, expireToken, settle } from "./pay.ts";
import { toOrder } from "./requests.ts";
import { changeOrder, statusFacts, tokenExpiry } from "./states.ts";
import { beginTransaction, type Decision, type Effect, ENDINGS } from "./transactions.ts";

/** Milliseconds for which an opened bill is locked for other customers. Source: gateway documentation, "start". */
const OPENED = 30 * 60 * 1000;

const PENDING: Decision = { status: "pending", message: "The payment is awaited" };
const PERMANENT: Decision = { status: "permanent", message: "Payments are awaited" };
const STARTED: Decision = { status: "start", message: "The customer has opened the bill" };
const EXPIRED: Decision = { status: "expired", message: "The bill expired" };

/** Converts a bill to a request for a payment token. The `token` of the result is the `uid` of the transaction. */
const toBillOrder = (fields: Fields, origin: string, now: Date): Order => {
  const { tracking_id = fields["order_id"], expired_at, email, ip } = fields;
  const method = sectionOf(fields["payment_method"]);
  const type = textOf(method["type"]) ?? "";
  const bill = toOrder("payment", { ...fields, tracking_id }, origin, now);
  const { order, customer } = bill.fields;
  return {
    ...bill,
    kind: "bill",
    fields: {
      ...bill.fields,
      permanent: fields["permanent"],
      order: { ...sectionOf(order), ...(isGiven(expired_at) && { expired_at }) },
      customer: { ...sectionOf(customer), email, ip },
      payment_method: { types: [type], [type]: method },
    },
  };
};

const svg = (image: string): string => `data:image/svg+xml;base64,${btoa(image)}`;

const BANK_ICON = svg(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 9V0h9v9"/></svg>',
);

/** Adds the way to pay a bill of ERIP. By default, a page of the sandbox. */
const eripOf = ({ erip }: Transaction, page: string): EripPayment => ({
  ...erip,
  service_no_erip: erip?.service_no,
  instruction: erip?.instruction ?? [`In the local gateway: open ${page}`],
  qr_code: svg(drawQrCode(page)),
  qr_code_raw: btoa(page),
  banks: [
    {
      name: "Sandbox Bank",
      icon: BANK_ICON,
      platform_urls: { ios: page, android: page, huaweiapp: null },
    },
  ],
});

const toBill = (order: Order, fields: Fields, now: Date): Transaction => {
  const method = textOf(sectionOf(fields["payment_method"])["type"]) ?? "";
  const begun = beginTransaction(order, { method, outcome: "pending" }, now);
  return {
    ...begun,
    order_id: textOf(fields["order_id"]) ?? null,
    expired_at: textOf(fields["expired_at"]) ?? null,
    redirect_url: null,
    ...(method === "erip" && { erip: eripOf(begun, pageLinks.process(order.origin, order.id)) }),
  };
};

export const isUnpaid = ({ transaction: { status } }: TransactionRecord): boolean =>
  statusFacts(status)?.unpaid === true;

const allBills = ({ store }: Gateway): TransactionRecord[] =>
  [...store.orders.keys()].flatMap((uid) => billRecordOf(store, uid) ?? []);

const numberOf = ({ transaction: { payment_method_type, erip } }: TransactionRecord): string | undefined =>
  payment_method_type === "erip" ? `${erip?.service_no} ${erip?.account_number}` : undefined;

/** The gateway has its own message for a number that begins with 0. */
export const problemsOfBill = (fields: unknown): Issue[] => {
  const hasZero = textOf(sectionOf(fields)["order_id"])?.startsWith("0");
  return problemsOfParams(billCreateParamsSchema, fields).map((problem) =>
    hasZero && problem.path[0] === "order_id"
      ? { ...problem, messages: ["should not begin with 0"] }
      : problem,
  );
};

/**
 * Creates a bill, which customers pay elsewhere. Source: gateway documentation, "Create an ERIP payment request".
 *
 * @param fields A valid request.
 */
export const createBill = (gateway: Gateway, fields: Fields, origin: string): Effect => {
  const now = gateway.clock.now();
  const order = toBillOrder(fields, origin, now);
  const record = { order: order.id, transaction: toBill(order, fields, now) };
  // A new bill replaces an old bill with the same number. Source: gateway documentation, "expired".
  const number = numberOf(record);
  for (const old of number === undefined ? [] : allBills(gateway))
    if (isUnpaid(old) && numberOf(old) === number) expireBill(gateway, old.order, order.id);
  gateway.store.orders.set(order.id, order);
  const processed = begin(gateway, record, fields["permanent"] === true ? PERMANENT : PENDING);
  expireBillInTime(gateway, order);
  return processed;
};

/** Returns the bill that replaced a bill. Undefined if no bill did. */
export const replacementOf = ({ store }: Gateway, { replacedBy }: Order): Transaction | undefined =>
  store.transactions.get(replacedBy ?? "")?.transaction;

/** Finds the bill with this `uid`, or the newest bill with this `order_id`. */
export const findBill = (gateway: Gateway, id: string): TransactionRecord | undefined =>
  allBills(gateway).findLast(({ transaction: { uid, order_id } }) => uid === id || order_id === id);

/** @param bill An unpaid bill. */
export const deleteBill = (gateway: Gateway, bill: TransactionRecord): Effect =>
  settle(gateway, bill.order, ENDINGS.deleted);

/** Expires a bill now. Returns undefined if this is not possible. */
export const expireBill = (gateway: Gateway, uid: string, replacedBy?: string): Effect | undefined => {
  const { store, clock } = gateway;
  const order = store.orders.get(uid);
  const bill = billRecordOf(store, uid);
  if (!order || !bill || !isUnpaid(bill)) return undefined;
  changeOrder(gateway, order, { expiredAt: clock.now().toISOString(), replacedBy });
  return settle(gateway, uid, EXPIRED);
};

/** Expires a payment token or a bill now and notifies the merchant. Resolves to false if this is not possible. */
export const expireOrder = async (gateway: Gateway, id: string): Promise<boolean> => {
  const expired = expireBill(gateway, id);
  if (!expired) return expireToken(gateway, id);
  await expired.notified;
  return true;
};

/**
 * Opens a bill as a customer does, and locks it for half an hour. A permanent bill is not locked.
 *
 * @throws NotPayableError if the bill is already open, paid, expired or deleted.
 */
export const openBill = (gateway: Gateway, bill: TransactionRecord): Promise<unknown> | undefined => {
  const { uid, status } = bill.transaction;
  if (!isUnpaid(bill)) throw new NotPayableError(`The bill cannot be paid, because it is ${status}`);
  if (status === "permanent") return undefined;
  const { notified } = settle(gateway, uid, STARTED);
  const opened = gateway.store.transactions.get(uid);
  if (opened) closeInTime(gateway, opened);
  return notified;
};

/** Ends the lock of an opened bill. A bill whose time is over expires. */
export const closeBill = (gateway: Gateway, uid: string): void => {
  const { store, clock } = gateway;
  if (store.transactions.get(uid)?.transaction.status === "start") settle(gateway, uid, PENDING);
  const order = store.orders.get(uid);
  if (order && tokenExpiry(gateway, order) <= clock.now()) expireBill(gateway, uid);
};

const openUntil = ({ clock }: Gateway, { updated_at }: Transaction): Date =>
  clock.endOf(new Date(updated_at ?? 0), OPENED);

const closeInTime = (gateway: Gateway, { transaction }: TransactionRecord): void => {
  const { store, clock } = gateway;
  const { uid, updated_at } = transaction;
  clock.at(openUntil(gateway, transaction), () => {
    // The bill may have been closed and opened again.
    if (store.transactions.get(uid)?.transaction.updated_at === updated_at) closeBill(gateway, uid);
  });
};

const expireBillInTime = (gateway: Gateway, order: Order): void => {
  if (!isGiven(order.transactions[0]?.transaction.expired_at)) return;
  gateway.clock.at(tokenExpiry(gateway, order), () => void expireBill(gateway, order.id));
};

export const resumeBills = (gateway: Gateway): void => {
  for (const order of gateway.store.orders.values()) {
    const record = billRecordOf(gateway.store, order.id);
    if (record) expireBillInTime(gateway, order);
    if (record?.transaction.status === "start") closeInTime(gateway, record);
  }
};
