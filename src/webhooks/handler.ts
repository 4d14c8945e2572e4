import { ConfigurationError } from "../errors/configuration-error.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import type { CheckoutStatus } from "../models/checkout-status.ts";
import type { Transaction } from "../models/transaction.ts";
import type { WebhookHeaders } from "./headers.ts";
import type { CheckoutNotification, TransactionNotification } from "./notification.ts";
import { concat, LARGEST_BODY } from "./raw-body.ts";

/** Answers a request, as anything that speaks `fetch` wants it. It never rejects. */
export type WebhookHandler = (request: Request) => Promise<Response>;

/** What both handlers take. */
export interface HandlerOptions {
  /** Told whatever led to a 4xx other than 405, or a 5xx, for your log. What it throws changes nothing. */
  onError?: ((error: unknown) => unknown) | undefined;
  /** Milliseconds for a callback. Default 10000. */
  timeout?: number | undefined;
}

/** What is done with a notification, once it is believed. */
export interface NotificationHandlers extends HandlerOptions {
  /** A transaction reached a result. The gateway posts again unless this finishes: make it idempotent. */
  onTransaction?: ((transaction: Transaction, notification: TransactionNotification) => unknown) | undefined;
  /** A payment token changed: it ran out unpaid, say. */
  onCheckout?: ((checkout: CheckoutStatus, notification: CheckoutNotification) => unknown) | undefined;
}

/** The longest that a timer can wait, in milliseconds. */
const LONGEST_TIMER = 2_147_483_647;

/** A body that was cut off at the limit. */
class TooLargeError extends Error {
  override readonly name = "TooLargeError";

  constructor() {
    super(`The body is larger than ${LARGEST_BODY} bytes`);
  }
}

async function readBytes({ body, headers }: Request): Promise<Uint8Array> {
  if (Number(headers.get("content-length")) > LARGEST_BODY) throw new TooLargeError();
  const chunks: Uint8Array[] = [];
  if (body === null) return concat(chunks);
  const reader = body.getReader();
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks);
    chunks.push(value);
    size += value.byteLength;
    if (size > LARGEST_BODY) {
      reader.cancel().catch(() => undefined);
      throw new TooLargeError();
    }
  }
}

/** What a callback gives, or an error once its time is over; what it does after that changes nothing. */
async function within<T>(milliseconds: number, callback: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The callback took longer than ${milliseconds} ms`)),
      milliseconds,
    );
  });
  try {
    return await Promise.race([callback(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const statusOf = (error: unknown): number => {
  if (error instanceof TooLargeError) return 413;
  if (!(error instanceof WebhookError)) return 500;
  return error.reason === "body" ? 400 : 401;
};

/**
 * A handler: `check` believes a request or throws, and gives what is then to do. Whatever is thrown while it is
 * done, a `WebhookError` too, is a 500.
 */
export function createHandler(
  options: HandlerOptions | null | undefined,
  check: (arrived: { body: Uint8Array; headers: WebhookHeaders }) => Promise<() => Promise<Response>>,
): WebhookHandler {
  const { onError, timeout = 10_000 } = options ?? {};
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > LONGEST_TIMER) {
    throw new ConfigurationError(`timeout must be an integer from 1 to ${LONGEST_TIMER}`);
  }
  const fail = async (status: number, error: unknown): Promise<Response> => {
    try {
      await within(timeout, async () => onError?.(error));
    } catch {
      // The merchant's log failed; the answer stays.
    }
    return new Response(null, { status });
  };
  return async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    let act: () => Promise<Response>;
    try {
      act = await check({ body: await readBytes(request), headers: request.headers });
    } catch (error) {
      return fail(statusOf(error), error);
    }
    try {
      return await within(timeout, act);
    } catch (error) {
      return fail(500, error);
    }
  };
}
