import type { ApiOperation } from "../../../api/operations.ts";
import { isRecord } from "../../../shared/values.ts";
import { type CardDecline, TEST_CARDS } from "../cards/test-cards.ts";
import type { Fields } from "../input/section.ts";
import type { Disturbance } from "../orders/order.ts";
import type { Variants } from "../variants.ts";

/** Number of plans, whose ids are unique in all queues. */
let count = 0;

export interface Times {
  times?: number | undefined;
}

export class Plan<T extends Times> {
  readonly #onChange: () => void;
  readonly #plans = new Map<number, T>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get entries(): readonly (readonly [id: number, item: Readonly<T>])[] {
    return [...this.#plans];
  }

  add(item: T): undefined {
    count += 1;
    this.#plans.set(count, { ...item });
    this.#onChange();
  }

  cancel(): void {
    this.#plans.clear();
    this.#onChange();
  }

  /** Cancels a plan. Returns false if it has ended. */
  cancelOne(id: number): boolean {
    const isCanceled = this.#plans.delete(id);
    if (isCanceled) this.#onChange();
    return isCanceled;
  }

  /** Takes the next plan if it fits this call or notification. */
  take(fits: (item: T) => boolean = () => true): T | undefined {
    const [next] = this.#plans;
    if (next === undefined) return undefined;
    const [id, item] = next;
    if (!fits(item)) return undefined;
    item.times = (item.times ?? 1) - 1;
    if (item.times < 1) this.#plans.delete(id);
    this.#onChange();
    return item;
  }
}

/** The response to a failing request. */
export interface FailNextOptions {
  /** HTTP status, 400 to 599. */
  status: number;
  /** Number of requests that fail. 1 or more. Default: 1. */
  times?: number | undefined;
  /** Headers of the response, such as `{ "retry-after": "1" }`. Default: none. */
  headers?: Record<string, string> | undefined;
  /** Body of the response, sent as JSON or as a string. Default: an object with a `message`. */
  body?: unknown;
}

export const toResponse = ({
  status,
  headers,
  body = { message: `Failed with ${status}, as planned` },
}: FailNextOptions): Response =>
  typeof body === "string"
    ? new Response(body, { status, headers: { "content-type": "text/html", ...headers } })
    : Response.json(body, { status, headers: { ...headers } });

interface InterceptedCall {
  /** The SDK's name of the operation. Undefined if the SDK has no such operation. */
  readonly operation: ApiOperation | undefined;
  readonly path: string;
  /** The text of the request. */
  readonly body: () => Promise<string>;
  readonly requestId: string | undefined;
  /** @param variants Default: of the orders in the call. */
  readonly proceed: (variants?: Variants) => Promise<Response>;
}

/** Answers or processes a call of the API. Return `Response.error()` to close the connection without a response. */
export type Intercept = (call: InterceptedCall) => Promise<Response>;

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
): DisturbNextOptions | undefined => {
  const hasTransaction = isRecord(body) && isRecord(body["transaction"]);
  return disturbances.take(({ notification }) => hasTransaction || !ALTERATIONS[notification]);
};

/** A decline of the next payment with any card or wallet. */
export interface PlannedDecline {
  /** Undefined for a decline without a reason. */
  readonly decline: CardDecline | undefined;
  times?: number | undefined;
}

/** The reasons for declines of test cards. The first has no reason. */
export const DECLINES: readonly (CardDecline | undefined)[] = [
  undefined,
  ...TEST_CARDS.flatMap(({ decline }) => decline ?? []),
];
