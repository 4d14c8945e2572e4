import { ConfigurationError } from "../errors/configuration-error.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import type { CheckoutStatus } from "../models/checkout-status.ts";
import type { Transaction } from "../models/transaction.ts";
import { LONGEST_TIMER } from "../values.ts";
import type { WebhookHeaders } from "./headers.ts";
import type { CheckoutNotification, TransactionNotification } from "./notification.ts";
import { readBody, TooLargeError } from "./raw-body.ts";
import { type Failure, reportFailure } from "./report.ts";

/** Answers a request, as anything that speaks `fetch` wants it. It never rejects. */
export type WebhookHandler = (request: Request) => Promise<Response>;

/** What both handlers take. */
export interface HandlerOptions {
  /**
   * Told whatever led to a 4xx other than 405, to a 5xx, or to a payout declined without a decision. What it throws
   * changes nothing. Default: one line to `console.error` with what failed, the status, and type and `uid` where they
   * are known; the body is not in it.
   */
  onError?: ((error: unknown) => unknown) | undefined;
  /** Milliseconds for one request, from its headers to the end of the callback. Default 10000. */
  timeout?: number | undefined;
}

/** What is done with a notification that was verified. */
export interface NotificationHandlers extends HandlerOptions {
  /** A transaction reached a result. The gateway posts again unless this finishes: make it idempotent. */
  onTransaction?: ((transaction: Transaction, notification: TransactionNotification) => unknown) | undefined;
  /** A payment token changed: it ran out unpaid, for example. */
  onCheckout?: ((checkout: CheckoutStatus, notification: CheckoutNotification) => unknown) | undefined;
}

/** What a request asks for, once it was verified. */
export interface Task {
  /** What it is about, for the log. */
  readonly subject: string;
  /** Calls the merchant, and gives the answer. */
  readonly run: () => Promise<Response>;
  /** The answer where that failed, or took too long. */
  readonly fail: () => Response;
}

/** What the action gives, or an error once its time is over; what it does after that changes nothing. */
async function withTimeout<T>(milliseconds: number, action: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const error = new Error(`The request took longer than ${milliseconds} ms`);
      controller.abort(error);
      reject(error);
    }, milliseconds);
  });
  try {
    return await Promise.race([action(controller.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

const empty = (status: number): Response => new Response(null, { status });

const refuseUnread = (error: unknown): Response => empty(error instanceof TooLargeError ? 413 : 500);

const refuseUnverified = (error: unknown): Response => {
  if (!(error instanceof WebhookError)) return empty(500);
  return empty(error.reason === "body" ? 400 : 401);
};

/** What is received, and how it becomes something to do. */
interface Endpoint {
  /** What it is called in the log. */
  readonly receives: string;
  /** Verifies what arrived. Throws for what is not the gateway's, or not understood. */
  readonly verify: (arrived: { body: Uint8Array; headers: WebhookHeaders }) => Promise<Task>;
}

/** A handler. What fails is answered by how far the request came: read, verified, or with the merchant. */
export function createHandler(
  options: HandlerOptions | null | undefined,
  { receives, verify }: Endpoint,
): WebhookHandler {
  const { onError, timeout = 10_000 } = options ?? {};
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > LONGEST_TIMER) {
    throw new ConfigurationError(`timeout must be an integer from 1 to ${LONGEST_TIMER}`);
  }
  const report = async (error: unknown, failure: Failure): Promise<void> => {
    try {
      await withTimeout(timeout, async () => (onError ? onError(error) : reportFailure(error, failure)));
    } catch {
      // The merchant's log failed; the answer stays.
    }
  };
  return async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    let subject: string | undefined;
    let answerFailure: (error: unknown) => Response = refuseUnread;
    try {
      return await withTimeout(timeout, async (signal) => {
        const body = await readBody(request, signal);
        answerFailure = refuseUnverified;
        const task = await verify({ body, headers: request.headers });
        signal.throwIfAborted();
        answerFailure = task.fail;
        subject = task.subject;
        return task.run();
      });
    } catch (error) {
      const response = answerFailure(error);
      await report(error, { status: response.status, receives, subject });
      return response;
    }
  };
}
