import { OPERATIONS, rowOf } from "../../api/operations.ts";
import type { SavedCardPaymentParams } from "../../api/transactions/saved-card-payment.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { CaptureParams, RefundParams, VoidParams } from "../../api/transactions/transaction-params.ts";
import { ValidationError } from "../../errors/api-error.ts";
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { InvalidRequestError } from "../../errors/invalid-request-error.ts";
import { PaymentsError } from "../../errors/payments-error.ts";
import { type Outcome, outcome } from "../../payments/outcome.ts";
import { readMilliseconds, withVariable } from "../../runtime/environment.ts";
import { printable } from "../../shared/printable.ts";
import { readOption } from "../../shared/read-option.ts";
import { isNameIn } from "../../shared/values.ts";
import { refuseOptionsIn } from "../prepare/call.ts";
import { refuseUnknownOptions } from "../prepare/check-options.ts";
import { IDEMPOTENCY_KEY } from "../prepare/idempotency.ts";
import { callOptions, type TransactionOptions } from "../prepare/request-options.ts";
import { fieldsOfAnotherCall, isOfOtherCard } from "../send/another-call.ts";
import type { CallPromise } from "../send/call-promise.ts";
import { IdempotencyError } from "../send/idempotency-error.ts";
import type { PaymentsClient } from "./payments-client.ts";

/** The parameters of each method of `transactions`. */
export interface SendOnceParams {
  /** A payment with a saved card. */
  pay: SavedCardPaymentParams;
  /** A hold on a saved card. */
  authorize: SavedCardPaymentParams;
  /** A capture, in full or in part. */
  capture: CaptureParams;
  /** A release of a held amount, in full or in part. */
  void: VoidParams;
  /** A refund, in full or in part. */
  refund: RefundParams;
}

/** A method of `transactions` that moves money. */
export type SendMethod = keyof SendOnceParams;

/** Your database row for this call. Store and commit it before the first call. */
export interface SendOnceOptions {
  /**
   * Key of this row alone, such as its primary key. 1 to 255 printable ASCII characters. It becomes the `tracking_id`
   * and the idempotency key. Another amount, or another try after `declined` or `refused`, requires another row with
   * another key. For `pay` and `authorize`, it must contain a random part, because a customer can make a payment with any
   * `tracking_id`.
   */
  readonly key: string;
  /**
   * Stores the time at which the row is sent, unless it was sent less than `milliseconds` ago. One statement must do
   * this and be committed immediately. It prevents two processes, or two runs of a job, from sending the row at the
   * same time.
   *
   * ```sql
   * UPDATE refunds SET sent_at = now() WHERE id = :id
   *   AND (sent_at IS NULL OR sent_at NOT BETWEEN
   *     now() - :milliseconds * INTERVAL '1 ms' AND now() + :milliseconds * INTERVAL '1 ms')
   * ```
   *
   * A time in the future is of a clock that was wrong, so the row is sent.
   *
   * @param milliseconds `underWay`, or 0 if the client has `idempotencyKeys: true`.
   * @returns true if the statement changed one row, otherwise false. A function that always returns true moves money
   * twice.
   */
  claim(milliseconds: number): boolean | Promise<boolean>;
  /**
   * Maximum milliseconds that an earlier call may still run. Default: `PAYMENTS_UNDER_WAY`, or 120000. At least twice
   * the client's `timeout`, unless the client has `idempotencyKeys: true`. Lower both only in tests.
   */
  readonly underWay?: number | undefined;
}

/**
 * The known result of the call.
 *
 * | is | meaning | your row |
 * | --- | --- | --- |
 * | `succeeded` | the money moved, is held, or is released | done |
 * | `declined` | the bank declined, nothing moved | done, another try needs another row |
 * | `refused` | the gateway or the SDK refused the request, nothing will move | done, correct it in another row |
 * | `pending` | the customer must confirm (3-D Secure, `transaction.redirect_url`), or the method is slow | call again later |
 * | `unknown` | the call may have succeeded | call again later, with the same key |
 */
export type Sent =
  | {
      /** The money moved, or the customer must confirm. */
      readonly is: "succeeded" | "pending";
      /** The transaction at the gateway. Pass the transaction of a payment to `handlePayment`. */
      readonly transaction: Transaction;
    }
  | {
      /** The bank declined. */
      readonly is: "declined";
      /** The transaction at the gateway. */
      readonly transaction: Transaction;
      /** The gateway's message. Control characters are escaped. */
      readonly reason: string;
    }
  | {
      /** The request was refused. */
      readonly is: "refused";
      /** Message of the error. */
      readonly reason: string;
      /** A `ValidationError` or an `InvalidRequestError`. */
      readonly error: PaymentsError;
    }
  | {
      /** The call may have succeeded. */
      readonly is: "unknown";
      /** The reason. */
      readonly reason: string;
      /** The error of the call. Undefined if an earlier call may still run. */
      readonly error?: PaymentsError | undefined;
    };

type Unknown = Extract<Sent, { is: "unknown" }>;

type Calls = {
  readonly [Method in SendMethod]: (
    params: SendOnceParams[Method],
    options: TransactionOptions,
  ) => CallPromise<Transaction>;
};

/** The type of the transaction that a method makes. */
const transactionTypeOf = (method: SendMethod): string | undefined => {
  const operation = `transactions.${method}` as const;
  return isNameIn(OPERATIONS, operation) ? rowOf(operation).transactionType : undefined;
};

const UNDER_WAY = 120_000;

const unknown = (reason: string, error?: PaymentsError): Unknown => ({ is: "unknown", reason, error });

const NOT_SUCCEEDED: Partial<Record<Outcome, "pending" | "declined" | "unknown">> = {
  pending: "pending",
  failed: "declined",
  expired: "declined",
  unknown: "unknown",
};

function toSent(transaction: Transaction): Sent {
  const is = NOT_SUCCEEDED[outcome(transaction, { test: true })] ?? "succeeded";
  const reason = printable(String(transaction.message ?? ""));
  if (is === "unknown") return unknown(`The transaction ${printable(transaction.uid)} contradicts itself`);
  return is === "declined" ? { is, transaction, reason } : { is, transaction };
}

/**
 * Finds the transaction of an earlier call. A gateway may decline a repeat, so any other transaction has priority.
 * Follow-ups without a tracking id have their parent's, so transactions of other types are ignored. A payment by another
 * card, or with a payment token, is never the own one.
 *
 * @throws ConfigurationError if the key was used for another call.
 */
async function findEarlier(
  payments: PaymentsClient,
  sent: { readonly tracking_id: string; readonly type: string | undefined },
): Promise<Transaction | undefined> {
  const found = await payments.transactions.findByTrackingId(sent.tracking_id);
  const ofType = found.filter(
    ({ type }) => fieldsOfAnotherCall({ type: sent.type }, { uid: "", type }).length === 0,
  );
  const differencesOf = (transaction: Transaction): string[] =>
    isOfOtherCard(sent, transaction) ? ["credit_card"] : fieldsOfAnotherCall(sent, transaction);
  const own = ofType.filter((transaction) => differencesOf(transaction).length === 0);
  const [other] = ofType.flatMap(differencesOf);
  if (own.length === 0 && other !== undefined) {
    throw new ConfigurationError(`sendOnce: key was used before, for a ${sent.type} with another ${other}`);
  }
  return own.find(({ status }) => status !== "failed") ?? own[0];
}

/**
 * Converts an error to a result.
 *
 * @throws the error, if your program is wrong.
 */
function toUnknown(error: unknown): Unknown {
  const isWrongProgram = error instanceof ConfigurationError || error instanceof IdempotencyError;
  if (isWrongProgram || !(error instanceof PaymentsError)) throw error;
  return unknown(error.message, error);
}

function check(
  payments: PaymentsClient,
  method: SendMethod,
  params: unknown,
  options: SendOnceOptions,
): number {
  const key = readOption(options, "key");
  const underWay = readOption(options, "underWay") ?? readMilliseconds("underWay") ?? UNDER_WAY;
  const { idempotencyKeys, timeout } = payments;
  const problem =
    (!payments.gatewayUrl && `needs ${withVariable("gatewayUrl")}`) ||
    (!transactionTypeOf(method) && "method must be pay, authorize, capture, void or refund") ||
    (!(typeof key === "string" && IDEMPOTENCY_KEY.test(key)) &&
      "key must be 1 to 255 printable ASCII characters, without a space at either end") ||
    (!(Number.isSafeInteger(underWay) && underWay > 0) &&
      "underWay must be an integer of milliseconds, 1 or more") ||
    // A request is sent within the first half of the time, and ends within the timeout.
    (!idempotencyKeys &&
      underWay < 2 * timeout &&
      `${withVariable("underWay")} is ${underWay} ms. It must be at least ${2 * timeout} ms, twice the client's timeout`) ||
    (typeof readOption(options, "claim") !== "function" && "claim must be a function");
  if (transactionTypeOf(method)) {
    const operation = `transactions.${method}` as const;
    const known = { key: 0, claim: 0, underWay: 0 } satisfies Record<keyof SendOnceOptions, 0>;
    refuseUnknownOptions(operation, options, Object.keys(known));
    const names = [...callOptions(), "tracking_id", "duplicate_check"];
    refuseOptionsIn(operation, params, [], names, "must be left out of the parameters of sendOnce");
  }
  if (problem) throw new ConfigurationError(`sendOnce: ${problem}`);
  return underWay;
}

/**
 * Moves money once for a row of your database, even if several processes call it. It looks up the transaction by its
 * `tracking_id` before it sends, and again after a refusal. Your job calls it again, which is the retry.
 *
 * ```ts
 * const params = { parent_uid: row.paymentUid, amount: row.amount, reason: "Returned" };
 * const sent = await sendOnce(payments, "refund", params, {
 *   key: row.id,
 *   claim: (milliseconds) => refunds.claim(row.id, milliseconds),
 * });
 * ```
 *
 * @param method `"pay"`, `"authorize"`, `"capture"`, `"void"` or `"refund"`.
 * @param params The parameters of the method, without `tracking_id` and `duplicate_check`.
 * @throws All errors of `claim`. A `TypeError` if `claim` returns no boolean. A {@link ConfigurationError} without a
 * `gatewayUrl`. If the key was used for another call, a {@link ConfigurationError} or an {@link IdempotencyError}.
 * Other errors of the gateway and the network become `refused` or `unknown`.
 */
export function sendOnce<Method extends SendMethod>(
  payments: PaymentsClient,
  method: Method,
  params: Omit<SendOnceParams[Method], "tracking_id" | "duplicate_check">,
  options: SendOnceOptions,
): Promise<Sent>;
export async function sendOnce<Method extends SendMethod>(
  payments: PaymentsClient,
  method: Method,
  params: SendOnceParams[Method],
  options: SendOnceOptions,
): Promise<Sent> {
  const underWay = check(payments, method, params, options);
  const { key } = options;
  const { idempotencyKeys } = payments;
  const startedAt = performance.now();
  const isClaimed: unknown = await options.claim(idempotencyKeys ? 0 : underWay);
  if (typeof isClaimed !== "boolean") {
    throw new TypeError("sendOnce: claim must return true if its statement changed one row, otherwise false");
  }
  const earlierOf = { ...params, order_id: undefined, tracking_id: key, type: transactionTypeOf(method) };
  try {
    const earlier = await findEarlier(payments, earlierOf);
    if (earlier) return toSent(earlier);
  } catch (error) {
    const failed = toUnknown(error);
    return { ...failed, reason: `Not sent now, because the look-up failed. ${failed.reason}` };
  }
  // After half of `underWay`, another process could claim the row before this request ends.
  const isLate = (): boolean => !idempotencyKeys && performance.now() - startedAt >= underWay / 2;
  if (!isClaimed || isLate()) return unknown("An earlier call may still run");
  const calls: Calls = payments.transactions;
  const send = async (idempotencyKey: string, isAgain = false): Promise<Sent> => {
    try {
      // Without idempotency keys, the gateway's own check for equal calls within 30 seconds stays on.
      const sent = { ...params, tracking_id: key, duplicate_check: !idempotencyKeys };
      return toSent(await calls[method](sent, { idempotencyKey, maxRetries: 0 }));
    } catch (error) {
      if (error instanceof InvalidRequestError) return { is: "refused", reason: error.message, error };
      if (!(error instanceof ValidationError)) return toUnknown(error);
      try {
        const late = await findEarlier(payments, earlierOf);
        if (late) return toSent(late);
      } catch (failure) {
        return toUnknown(failure);
      }
      if (error.processed === "no") return { is: "refused", reason: error.message, error };
      // A duplicate of an equal row that was sent a moment ago, so nothing moved for this row. A gateway that honors keys
      // repeats this refusal for 24 hours, even if it was made long ago.
      const isOver = isAgain || idempotencyKeys || isLate();
      return isOver ? unknown(error.message, error) : send(crypto.randomUUID(), true);
    }
  };
  return send(key);
}
