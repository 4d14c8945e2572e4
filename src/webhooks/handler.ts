import { ConfigurationError } from "../errors/configuration-error.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import { withTimeout } from "../runtime/with-timeout.ts";
import { LONGEST_TIMER } from "../shared/values.ts";
import type { WebhookHeaders } from "./headers.ts";
import { readBody, TooLargeError } from "./raw-body.ts";
import { createFailureLog, type Failure } from "./report.ts";

/** Responds to a request, with the signature of a `fetch` handler. It never rejects. */
export type WebhookHandler = (request: Request) => Promise<Response>;

/** Options of both handlers. */
export interface HandlerOptions {
  /**
   * Called with the error behind a 4xx other than 405, a 5xx, or a payout declined without a decision. Errors that it
   * throws are ignored. Default: one line to `console.error` with the error, the status, and type and `uid` if known,
   * without the body. Of requests that fail before they are verified, the first has a line, and the number of the others
   * one a minute.
   */
  onError?: ((error: unknown) => unknown) | undefined;
  /** Timeout of one request in milliseconds, from its headers to the end of the callback. Default 10000. */
  timeout?: number | undefined;
}

/** What to do for a verified request. */
export interface Task {
  /** The payment or payout, for the log. */
  readonly subject: string;
  /** Calls the merchant's callback and makes the response. */
  readonly run: () => Promise<Response>;
  /** The response if that failed, or took too long. */
  readonly fail: () => Response;
}

/** Runs an action. After the timeout, its signal is aborted and the promise rejects. */
function withDeadline<T>(milliseconds: number, action: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  return withTimeout(action(controller.signal), milliseconds, () => {
    const error = new Error(`The request took longer than ${milliseconds} ms`);
    controller.abort(error);
    throw error;
  });
}

const empty = (status: number): Response => new Response(null, { status });

const refuseUnread = (error: unknown): Response => empty(error instanceof TooLargeError ? 413 : 500);

const refuseUnverified = (error: unknown): Response => {
  if (!(error instanceof WebhookError)) return empty(500);
  return empty(error.reason === "body" ? 400 : 401);
};

/** A kind of webhook. */
interface Endpoint {
  /** Its name in the log. */
  readonly receives: string;
  /** Verifies and parses a request. Throws if verification fails or the body is invalid. */
  readonly verify: (received: { body: Uint8Array; headers: WebhookHeaders }) => Promise<Task>;
}

/** A handler. The status of a failure depends on the step that failed: reading, verifying, or the merchant's callback. */
export function createHandler(
  options: HandlerOptions | null | undefined,
  { receives, verify }: Endpoint,
): WebhookHandler {
  const { onError, timeout = 10_000 } = options ?? {};
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > LONGEST_TIMER) {
    throw new ConfigurationError(`timeout must be an integer from 1 to ${LONGEST_TIMER}`);
  }
  const log = createFailureLog();
  const report = async (error: unknown, failure: Failure): Promise<void> => {
    try {
      await withDeadline(timeout, async () => (onError ? onError(error) : log.report(error, failure)));
    } catch {
      // An error of the log must not change the response.
    }
  };
  return async (request) => {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    let subject: string | undefined;
    let answerFailure: (error: unknown) => Response = refuseUnread;
    try {
      return await withDeadline(timeout, async (signal) => {
        const body = await readBody(request, signal);
        answerFailure = refuseUnverified;
        const task = await verify({ body, headers: request.headers });
        signal.throwIfAborted();
        answerFailure = task.fail;
        subject = task.subject;
        log.flush();
        return task.run();
      });
    } catch (error) {
      const response = answerFailure(error);
      await report(error, { status: response.status, receives, subject });
      return response;
    }
  };
}
