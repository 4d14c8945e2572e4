import type * as z from "zod/mini";
import type { Issue } from "../../../api/error-tree.ts";
import { readInteger } from "../../../api/fields/amount.ts";
import { problemsOf } from "../../../api/fields/problems.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import {
  captureParamsSchema,
  refundParamsSchema,
  voidParamsSchema,
} from "../../../api/transactions/transaction-params.ts";
import { FOLLOW_UPS, type FollowUpType } from "../../../api/transactions/transaction-type.ts";
import { notifyOfTransaction } from "../deliveries/deliveries.ts";
import type { Gateway } from "../gateway.ts";
import { type Fields, problemAt, sectionOf, textOf } from "../input/section.ts";
import { CARD, isAlternative } from "../methods/methods.ts";
import type { TransactionRecord } from "../orders/order.ts";
import type { Store } from "../orders/store.ts";
import { variantsFor } from "../variants.ts";
import { recordOf } from "./pay.ts";
import {
  begun,
  type Decision,
  DUPLICATE_WINDOW,
  decideFollowUp,
  type Effect,
  keepTransaction,
  withDecision,
} from "./transactions.ts";
import { wordsOf } from "./words.ts";

interface FollowUpRow {
  readonly model: z.ZodMiniType;
  /** The types of transactions that allow it. */
  readonly parents: readonly string[];
}

/** The outcomes that a developer can choose, each with its word and the processing code of its decline. */
export const FOLLOW_UP_OUTCOMES = {
  successful: { word: "approved", code: undefined },
  failed: { word: "declined", code: "05" },
} as const;

const PAID = ["payment", "charge", "capture"];

const ROWS: Readonly<Record<FollowUpType, FollowUpRow>> = {
  capture: { model: captureParamsSchema, parents: ["authorization"] },
  void: { model: voidParamsSchema, parents: ["authorization"] },
  refund: { model: refundParamsSchema, parents: PAID },
  chargeback: { model: refundParamsSchema, parents: PAID },
};

/** Whether a bank can return the payment, which is only possible for cards. */
const isDisputable = ({ payment_method_type }: Transaction): boolean =>
  !isAlternative(payment_method_type ?? CARD);

export const followUpsFor = (transaction: Transaction): FollowUpType[] => {
  const { type, status } = transaction;
  if (status !== "successful") return [];
  return FOLLOW_UPS.filter(
    (followUp) =>
      ROWS[followUp].parents.includes(type ?? "") && (followUp !== "chargeback" || isDisputable(transaction)),
  );
};

/** Returns a refusal of the whole request. The gateway does not send the reason. */
const refused = (type: FollowUpType, reason: string): Issue[] =>
  problemAt(["base"], `transaction can't be ${wordsOf(type).done}: ${reason}`);

/** The path for follow-ups, which depends on the payment method of the parent. Source: gateway documentation. */
export type FollowUpPath = "/transactions" | "/beyag/transactions";

const followersOf = ({ order: token, transaction: { uid } }: TransactionRecord, { orders }: Store) =>
  (orders.get(token)?.transactions ?? []).flatMap(({ transaction }) =>
    transaction.parent_uid === uid ? transaction : [],
  );

const takenOf = (record: TransactionRecord, type: FollowUpType, store: Store): number =>
  followersOf(record, store)
    .filter((follower) => follower.type === type && follower.status === "successful")
    .reduce((sum, { amount }) => sum + Number(amount), 0);

export const leftOf = (record: TransactionRecord, store: Store): number =>
  FOLLOW_UPS.reduce((left, type) => left - takenOf(record, type, store), Number(record.transaction.amount));

const isDuplicate = (
  { store, clock }: Gateway,
  type: FollowUpType,
  parent: TransactionRecord,
  { amount, duplicate_check: check }: Fields,
): boolean =>
  check !== false &&
  followersOf(parent, store).some((follower) => {
    const end = clock.endOf(new Date(follower.created_at ?? 0), DUPLICATE_WINDOW);
    return follower.type === type && follower.amount === readInteger(amount) && clock.now() < end;
  });

function problemsOfParent(
  gateway: Gateway,
  type: FollowUpType,
  fields: unknown,
  path: FollowUpPath | undefined,
): Issue[] {
  const { store } = gateway;
  const { parent_uid: uid, amount: given } = sectionOf(fields);
  const amount = readInteger(given);
  const parent = store.transactions.get(textOf(uid) ?? "");
  if (!parent) return textOf(uid) === undefined ? [] : problemAt(["parent_uid"], "is unknown");
  const { transaction } = parent;
  const method = transaction.payment_method_type ?? CARD;
  const right: FollowUpPath = isAlternative(method) ? "/beyag/transactions" : "/transactions";
  if (path !== undefined && path !== right) {
    const message = `is unknown here, because payments by ${method} are ${wordsOf(type).done} at ${right}/${type}s`;
    return problemAt(["parent_uid"], message);
  }
  const { parents } = ROWS[type];
  if (!parents.includes(transaction.type ?? ""))
    return refused(type, `it must be of type ${parents.join(" or ")}, not ${transaction.type}`);
  if (!followUpsFor(transaction).includes(type))
    return refused(type, `it must be successful, not ${transaction.status}`);
  const left = leftOf(parent, store);
  if (amount !== undefined && amount > left) return problemAt(["amount"], `can't be greater than ${left}`);
  const { duplicate } = variantsFor(gateway, parent.order);
  return duplicate === "refused" && isDuplicate(gateway, type, parent, sectionOf(fields))
    ? problemAt(["base"], `Duplicate transaction: a ${type} of the last 30 seconds has the same amount`)
    : [];
}

/** @param path The path of the request. Without it, any path is allowed. */
export const problemsOfFollowUp = (
  gateway: Gateway,
  type: FollowUpType,
  fields: unknown,
  path?: FollowUpPath,
): Issue[] => [...problemsOf(ROWS[type].model, fields), ...problemsOfParent(gateway, type, fields, path)];

/**
 * Returns the fields for the order. A chargeback contains its parent transaction and has no tracking id. Source: gateway
 * documentation, "Chargeback".
 */
const orderOf = (type: FollowUpType, parent: Transaction, fields: Fields) =>
  type === "chargeback"
    ? { parent_transaction: { ...parent } }
    : { description: parent.description, tracking_id: textOf(fields["tracking_id"]) ?? parent.tracking_id };

/** Creates a capture, void, refund or chargeback. Missing values of the request come from the parent. */
const beginFollowUp = (type: FollowUpType, parent: Transaction, fields: Fields, now: Date): Transaction => {
  const reason = textOf(fields["reason"]);
  return {
    ...begun(crypto.randomUUID(), now),
    parent_uid: parent.uid,
    type,
    amount: readInteger(fields["amount"]),
    currency: parent.currency,
    ...orderOf(type, parent, fields),
    ...(reason !== undefined && { reason }),
    test: parent.test,
    language: parent.language,
    payment_method_type: parent.payment_method_type,
    receipt_url: parent.receipt_url,
    credit_card: parent.credit_card,
    customer: parent.customer,
    billing_address: parent.billing_address,
    additional_data: sectionOf(fields["additional_data"]),
  };
};

/** The outcome of a duplicate that was not refused. Source: gateway documentation, "Error codes for card transactions". */
const DUPLICATE: Decision = {
  status: "failed",
  message: "Duplicate transaction",
  code: "F.0215",
  friendlyMessage: "Duplicate transaction",
};

/**
 * Captures, voids, refunds or charges back. Synchronous, so that concurrent requests cannot use the same amount twice.
 *
 * @param fields A valid request.
 */
export function processFollowUp(gateway: Gateway, type: FollowUpType, fields: Fields): Effect {
  const { store, clock } = gateway;
  const parent = recordOf(gateway, textOf(fields["parent_uid"]) ?? "");
  const { order: token } = parent;
  const now = clock.now();
  const started = beginFollowUp(type, parent.transaction, fields, now);
  const { duplicate } = variantsFor(gateway, token);
  const isDeclined = duplicate === "declined" && isDuplicate(gateway, type, parent, fields);
  const decision = isDeclined ? DUPLICATE : decideFollowUp(type, fields);
  const transaction = withDecision(started, decision, store.orders.get(token), now);
  const record = { order: token, transaction };
  keepTransaction(gateway, record);
  return { transaction, notified: notifyOfTransaction(gateway, record) };
}
