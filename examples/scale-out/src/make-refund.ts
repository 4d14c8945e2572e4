import {
  IdempotencyError,
  InvalidRequestError,
  NotFoundError,
  type Outcome,
  outcome,
  PaymentsError,
  type Transaction,
  ValidationError,
} from "payments-client";
import { transaction } from "./database.ts";
import { leftToRefund, lockRefund, type RefundRequest, UNDER_WAY } from "./refunds.ts";
import { storeReversal } from "./reversals.ts";
import { checkVersion } from "./schema-version.ts";
import type { Shop } from "./shop.ts";

/** As many as the gateway lists. */
const MAX_FOUND = 10;

/**
 * What an earlier attempt made. Another transaction can have the same tracking id, so all that was asked for is compared.
 * If one was declined, another one counts.
 */
async function findMade(shop: Shop, id: string, asked: RefundRequest, signal: AbortSignal) {
  const found = await shop.payments.transactions.findByTrackingId(id, { signal });
  const own = found.filter(
    (made) =>
      made.type === "refund" &&
      made.parent_uid === asked.paymentUid &&
      made.amount === asked.amount &&
      made.tracking_id === id,
  );
  const made = own.find(({ status }) => status !== "failed") ?? own[0];
  if (!made && found.length >= MAX_FOUND) throw new Error(`Too many transactions have the tracking id ${id}`);
  return made;
}

/** What a refusal of this refund is. Wrong credentials and limits say nothing about it. */
const REFUSALS = [ValidationError, NotFoundError, InvalidRequestError, IdempotencyError];

/** Nothing was made, and the same request would be refused again. */
const isRefusal = (error: unknown): error is PaymentsError =>
  error instanceof PaymentsError &&
  error.processed === "no" &&
  REFUSALS.some((refusal) => error instanceof refusal);

/**
 * Claims the call for a refund: an earlier one may still be under way. Its money can have gone back by a chargeback since
 * it was asked for.
 *
 * @returns why the refund must not be made.
 */
const claimCall = (shop: Shop, id: string, { orderId, paymentUid }: RefundRequest) =>
  transaction(shop.pool, async (sql) => {
    await lockRefund(sql, id);
    if ((await leftToRefund(sql, orderId, paymentUid)) < 0)
      return "The payment, or a part of it, went back already";
    const claim = `
      UPDATE refunds SET asked_at = now()
      WHERE id = $1 AND state = 'requested' AND (asked_at IS NULL OR asked_at < now() - ${UNDER_WAY})`;
    if ((await sql.query(claim, [id])).rowCount === 1) return undefined;
    throw new Error(`The refund ${id} was asked for less than two minutes ago`);
  });

/**
 * Makes a refund at the gateway, once. Its id is its tracking id, by which it is found before it is made again, and its
 * idempotency key.
 *
 * @returns the refund, or why the gateway refused it.
 */
async function refundOnce(shop: Shop, id: string, asked: RefundRequest, signal: AbortSignal) {
  const made = await findMade(shop, id, asked, signal);
  if (made) return { made };
  const refusal = await claimCall(shop, id, asked);
  if (refusal !== undefined) return { refusal };
  const { paymentUid: parent_uid, amount, reason } = asked;
  try {
    const params = { parent_uid, amount, reason, tracking_id: id };
    return { made: await shop.payments.transactions.refund(params, { idempotencyKey: id, signal }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // An attempt whose answer was lost may have been made since: then this one is refused as its duplicate.
    const late = await findMade(shop, id, asked, signal);
    return late ? { made: late } : { refusal: error.message };
  }
}

const STATES: ReadonlyMap<Outcome, string> = new Map([
  ["refunded", "refunded"],
  ["failed", "declined"],
  ["expired", "declined"],
]);

/** Saves what came of a refund. It may have been settled meanwhile, but money that went back is never forgotten. */
const save = (shop: Shop, id: string, state: string, answer: string | undefined, made?: Transaction) =>
  transaction(shop.pool, async (sql) => {
    await checkVersion(sql);
    const refund = await lockRefund(sql, id);
    if (!refund) return;
    await sql.query(
      "UPDATE refunds SET state = $2, answer = $3 WHERE id = $1 AND (state = 'requested' OR $2 = 'refunded')",
      [id, state, answer],
    );
    // Its notification can be lost.
    if (made && state === "refunded")
      await storeReversal(sql, refund.orderId, { parent_uid: refund.paymentUid, ...made });
  });

/** The job of a refund. What was neither made nor refused is tried again. */
export async function makeRefund(shop: Shop, id: string, signal: AbortSignal): Promise<void> {
  const asked = await transaction(shop.pool, (sql) => lockRefund(sql, id));
  if (asked?.state !== "requested") return;
  const { made, refusal } = await refundOnce(shop, id, asked, signal);
  if (!made) return save(shop, id, "declined", refusal);
  const state = STATES.get(outcome(made, { test: shop.isTestMode }));
  // Pending, or not understood: asked for again by the next attempt.
  if (state === undefined) throw new Error(`The refund ${id} is ${made.status}`);
  await save(shop, id, state, made.message ?? undefined, made);
}
