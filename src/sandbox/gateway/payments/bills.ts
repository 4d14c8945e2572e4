import { renderSVG } from "uqr";
import { billCreateParamsSchema } from "../../../api/bill.ts";
import type { Issue } from "../../../api/error-tree.ts";
import { problemsOf } from "../../../api/fields/problems.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import { isGiven } from "../../../shared/values.ts";
import { toCheckout } from "../cards/card-request.ts";
import type { SandboxCheckouts } from "../checkouts/checkouts.ts";
import type { Clock } from "../clock.ts";
import { sectionOf, textOf } from "../input/section.ts";
import { unknownCurrency } from "../input/unknown-currency.ts";
import { pageLinks } from "../page-links.ts";
import type { CheckoutRecord, Fields, TransactionRecord } from "../records/records.ts";
import type { Store } from "../records/store.ts";
import { ENDINGS } from "../transactions/decision.ts";
import { NotPayableError } from "../transactions/not-payable-error.ts";
import { beginTransaction, type Decision, type Processed } from "../transactions/transactions.ts";
import type { Payments } from "./payments.ts";

interface Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly checkouts: SandboxCheckouts;
  readonly payments: Payments;
}

/** How long a bill that a customer has opened cannot be paid otherwise. Source: gateway documentation, "start". */
const OPENED = 30 * 60 * 1000;

const PENDING: Decision = { status: "pending", message: "The payment is awaited" };
const PERMANENT: Decision = { status: "permanent", message: "Payments are awaited" };
const STARTED: Decision = { status: "start", message: "The customer has opened the bill" };
const EXPIRED: Decision = { status: "expired", message: "The bill expired" };

/** A bill in the form of a request for a payment token: its `token` is the `uid` of the transaction. */
const toBillCheckout = (fields: Fields, origin: string, now: Date): CheckoutRecord => {
  const { tracking_id = fields["order_id"], expired_at, email, ip } = fields;
  const method = sectionOf(fields["payment_method"]);
  const type = textOf(method["type"]) ?? "";
  const checkout = toCheckout("payment", { ...fields, tracking_id }, origin, now);
  const { order, customer } = checkout.fields;
  return {
    ...checkout,
    fields: {
      ...checkout.fields,
      order: { ...sectionOf(order), ...(isGiven(expired_at) && { expired_at }) },
      customer: { ...sectionOf(customer), email, ip },
      payment_method: { types: [type], [type]: method },
    },
  };
};

/** What a bill says of ERIP: how to pay it here, unless the shop says where its customers find it. */
const eripOf = ({ erip }: Transaction, page: string) => ({
  ...erip,
  service_no_erip: erip?.service_no,
  instruction: erip?.instruction ?? [`In this sandbox: open ${page}`],
  qr_code: `data:image/svg+xml;base64,${btoa(renderSVG(page))}`,
  qr_code_raw: btoa(page),
});

const toBill = (checkout: CheckoutRecord, fields: Fields, now: Date): Transaction => {
  const method = textOf(sectionOf(fields["payment_method"])["type"]) ?? "";
  const begun = beginTransaction(checkout, { method, outcome: "pending" }, now);
  return {
    ...begun,
    order_id: textOf(fields["order_id"]) ?? null,
    expired_at: textOf(fields["expired_at"]) ?? null,
    redirect_url: null,
    ...(method === "erip" && { erip: eripOf(begun, pageLinks.process(checkout.origin, checkout.token)) }),
  };
};

const isUnpaid = ({ transaction: { status } }: TransactionRecord): boolean =>
  status === "pending" || status === "permanent";

/** Bills: created by a request, paid elsewhere. Source: gateway documentation, "Create an ERIP payment request". */
export function createBills({ store, clock, checkouts, payments }: Dependencies) {
  const all = () => [...store.transactions.values()].filter(({ isBill }) => isBill);

  /** What the customer enters to find a bill. */
  const numberOf = ({ transaction: { payment_method_type, erip } }: TransactionRecord) =>
    payment_method_type === "erip" ? `${erip?.service_no} ${erip?.account_number}` : undefined;

  /** Expires a bill now. Returns undefined if it cannot expire. */
  const expire = (uid: string): Processed | undefined => {
    const record = store.transactions.get(uid);
    return record?.isBill && isUnpaid(record) ? payments.settle(uid, EXPIRED) : undefined;
  };

  /** A bill that was opened and not paid can be paid again. */
  const closeInTime = ({ transaction: { uid, updated_at } }: TransactionRecord): void =>
    clock.at(clock.endOf(new Date(updated_at ?? 0), OPENED), () => {
      const now = store.transactions.get(uid)?.transaction;
      if (now?.status === "start" && now.updated_at === updated_at) payments.settle(uid, PENDING);
      if (isOver(uid)) expire(uid);
    });

  const isOver = (uid: string): boolean => {
    const checkout = store.checkoutOf(uid);
    return checkout !== undefined && checkouts.expiryOf(checkout) <= clock.now();
  };

  const expireInTime = ({ transaction, checkout }: TransactionRecord): void => {
    if (!checkout || !isGiven(transaction.expired_at)) return;
    clock.at(checkouts.expiryOf(checkout), () => void expire(transaction.uid));
  };

  for (const record of all()) {
    expireInTime(record);
    if (record.transaction.status === "start") closeInTime(record);
  }

  return {
    problemsOf: (fields: unknown): Issue[] => [
      ...problemsOf(billCreateParamsSchema, fields),
      ...unknownCurrency(sectionOf(fields)["currency"], ["currency"]),
    ],

    /** @param fields A request without problems. */
    create(fields: Fields, origin: string): Processed {
      const now = clock.now();
      const checkout = toBillCheckout(fields, origin, now);
      const transaction = toBill(checkout, fields, now);
      const record = { token: checkout.token, transaction, checkout, isBill: true };
      // A new bill with the same number takes the place of the old one. Source: gateway documentation, "expired".
      const number = numberOf(record);
      for (const old of all()) {
        if (number !== undefined && isUnpaid(old) && numberOf(old) === number) expire(old.transaction.uid);
      }
      const processed = payments.begin(record, fields["permanent"] === true ? PERMANENT : PENDING);
      expireInTime(record);
      return processed;
    },

    /** The bill with this `uid`, or the newest with this `order_id`. */
    find: (id: string): TransactionRecord | undefined =>
      all().findLast(({ transaction: { uid, order_id } }) => uid === id || order_id === id),

    /** Deletes a bill. Returns undefined if it is not unpaid. */
    delete: (record: TransactionRecord): Processed | undefined =>
      isUnpaid(record) ? payments.settle(record.transaction.uid, ENDINGS.deleted) : undefined,

    /**
     * Opens a bill as a customer does: for half an hour nobody else can pay it. A permanent one stays open for others.
     *
     * @throws NotPayableError when it is opened already, paid, expired or deleted.
     */
    open(record: TransactionRecord): void {
      const { uid, status } = record.transaction;
      if (!isUnpaid(record)) throw new NotPayableError(`The bill cannot be paid: it is ${status}`);
      if (status === "permanent") return;
      payments.settle(uid, STARTED);
      const opened = store.transactions.get(uid);
      if (opened) closeInTime(opened);
    },

    expire,
  };
}
