import { isRecord } from "../../../shared/values.ts";
import type { Fields } from "../input/section.ts";
import type { Disturbance } from "../orders/delivery.ts";
import type { Plan } from "./plan.ts";

/** A disturbance of the next notifications. */
export interface DisturbNextOptions {
  /**
   * - `lost`: never posted.
   * - `late`: posted after `delayMs`.
   * - `twice`: posted twice at the same time.
   * - `reordered`: posted after the next notification, or after `delayMs` without another notification.
   * - `wrong_signature`: signed for another body.
   * - `wrong_amount`, `wrong_currency`, `wrong_order`, `test`: changes the transaction's amount, currency, tracking id or
   *   `test`, with a valid signature. Other notifications stay unchanged.
   *
   * A wrong notification is posted once with any answer, and the right notification is never posted.
   */
  notification: Disturbance;
  /** Number of notifications. 1 or more. Default: 1. */
  times?: number | undefined;
  /** Delay for `late` and `reordered` in milliseconds. Independent of `speed`. Default: 1000. */
  delayMs?: number | undefined;
}

interface Disturbed {
  readonly notification: Disturbance;
  readonly delayMs: number;
}

const ALTERATIONS: Readonly<Partial<Record<Disturbance, (transaction: Fields) => Fields>>> = {
  wrong_amount: ({ amount }) => ({ amount: Number(amount) === 1 ? 2 : 1 }),
  wrong_currency: ({ currency }) => ({ currency: currency === "EUR" ? "USD" : "EUR" }),
  wrong_order: ({ tracking_id: id }) => ({ tracking_id: `other-${id ?? "order"}` }),
  test: () => ({ test: true }),
};

const alter = (transaction: Fields, changes: Fields): Fields => {
  const name = String(transaction["type"]);
  const details = transaction[name];
  if (!isRecord(details)) return { ...transaction, ...changes };
  const inner = Object.entries(changes).filter(([field]) => Object.hasOwn(details, field));
  return { ...transaction, ...changes, [name]: { ...details, ...Object.fromEntries(inner) } };
};

/** Changes the transaction of a notification. Other notifications stay unchanged. */
export const disturbedBody = (body: unknown, disturbance: Disturbance | undefined): unknown => {
  const changesOf = disturbance && ALTERATIONS[disturbance];
  if (!changesOf || !isRecord(body) || !isRecord(body["transaction"])) return body;
  const { transaction } = body;
  return { ...body, transaction: alter(transaction, changesOf(transaction)) };
};

export const isChange = (disturbance: Disturbance): boolean =>
  disturbance === "wrong_signature" || ALTERATIONS[disturbance] !== undefined;

export const isPostedOnce = (disturbance: Disturbance | undefined): boolean =>
  disturbance !== undefined && !["late", "twice", "reordered"].includes(disturbance);

/** Returns the planned disturbance of a notification with this body. */
export const nextDisturbance = (
  disturbances: Plan<DisturbNextOptions>,
  body: unknown,
): Disturbed | undefined => {
  const hasTransaction = isRecord(body) && isRecord(body["transaction"]);
  const taken = disturbances.take(({ notification }) => hasTransaction || !ALTERATIONS[notification]);
  return taken && { notification: taken.notification, delayMs: taken.delayMs ?? 1000 };
};
