import { ConfigurationError } from "../errors/configuration-error.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import { withTimeout } from "../runtime/with-timeout.ts";
import { readOption } from "../shared/read-option.ts";
import { LONGEST_TIMER, namesOf } from "../shared/values.ts";
import { createFailureLog, type Failure } from "./failure-log.ts";
import { type RawWebhook, readBody, TooLargeError, type WebhookRequest } from "./raw-body.ts";

/** A `fetch` handler, which takes a `Request` and returns the response. The promise never rejects. */
export type WebhookHandler = (request: WebhookRequest) => Promise<Response>;

/** Options of `handler` and `verificationHandler`. */
export interface HandlerOptions {
  /**
   * Called with the error if the response is a 4xx except 405, or a 5xx, and if a payout is declined because `decide`
   * failed or timed out. If it throws or exceeds `timeout`, the default line is printed.
   *
   * Default: prints one line to `console.error`, without the body. For unverified requests, it prints the first error of
   * each minute, then the number of the others.
   */
  onError?: ((error: unknown) => unknown) | undefined;
  /** Maximum time in milliseconds to read the request and run the callback. Default 10000. */
  timeout?: number | undefined;
}

/** The names of the options. */
export const HANDLER_OPTIONS = /* @__PURE__ */ namesOf({
  onError: 0,
  timeout: 0,
} satisfies Readonly<Record<keyof HandlerOptions, unknown>>);

/** The steps of one request. The response to an error depends on the step that failed. */
export interface Steps {
  /** Reads the body. */
  readonly read: () => Promise<RawWebhook>;
  /**
   * Ends verification, and throws if the request timed out meanwhile.
   *
   * @param subject Names the payment or payout in the log.
   * @param onFailure Makes the response if the merchant's callback fails or times out. Default: 500.
   */
  readonly accept: (subject: string, onFailure?: () => Response) => void;
}

/** Rejects and aborts the action's signal after the timeout. */
function withDeadline<T>(milliseconds: number, action: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  return withTimeout(action(controller.signal), milliseconds, () => {
    const error = new Error(`The request took longer than ${milliseconds} ms`);
    controller.abort(error);
    throw error;
  });
}

/** The part of Node's response, and of Express's, that ends a request without a body. */
interface NodeAnswer {
  statusCode: number;
  readonly headersSent?: boolean | undefined;
  end(): unknown;
}

const isNodeAnswer = (value: unknown): value is NodeAnswer =>
  typeof readOption(value, "end") === "function" && typeof readOption(value, "setHeader") === "function";

/** Ends the response of a server of Node, unless it was ended or is another value. */
export function endWith(response: unknown, status: number): void {
  try {
    if (!isNodeAnswer(response) || response.headersSent) return;
    response.statusCode = status;
    response.end();
  } catch {
    // The connection is gone.
  }
}

const empty = (status: number): Response => new Response(null, { status });

const refuseUnread = (error: unknown): Response => empty(error instanceof TooLargeError ? 413 : 500);

const refuseUnverified = (error: unknown): Response => {
  if (!(error instanceof WebhookError)) return empty(500);
  return empty(error.reason === "body" ? 400 : 401);
};

/**
 * Creates a handler.
 *
 * @param receives The kind of webhook, for the log.
 * @param respond Reads, verifies and accepts a request, runs the merchant's callback, and returns the response.
 */
export function createHandler(
  receives: string,
  options: HandlerOptions | null | undefined,
  respond: (steps: Steps) => Promise<Response>,
): WebhookHandler {
  const onError = readOption(options, "onError");
  if (onError !== undefined && typeof onError !== "function")
    throw new ConfigurationError("onError must be a function");
  const timeout = readOption(options, "timeout") ?? 10_000;
  if (!Number.isSafeInteger(timeout) || timeout < 1 || timeout > LONGEST_TIMER) {
    throw new ConfigurationError(`timeout must be an integer of milliseconds, 1 to ${LONGEST_TIMER}`);
  }
  const log = createFailureLog();
  const report = async (error: unknown, failure: Failure): Promise<void> => {
    if (!onError) return log.report(error, failure);
    try {
      await withDeadline(timeout, async () => Reflect.apply(onError, options, [error]));
    } catch {
      log.report(error, { ...failure, receives: `${receives}, and onError failed` });
    }
  };
  const respondTo = async (request: WebhookRequest): Promise<Response> => {
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    let subject: string | undefined;
    let onFailure: (error: unknown) => Response = refuseUnread;
    try {
      return await withDeadline(timeout, (signal) =>
        respond({
          async read() {
            const body = await readBody(request, signal);
            onFailure = refuseUnverified;
            return { body, headers: request.headers };
          },
          accept(name, fail = () => empty(500)) {
            signal.throwIfAborted();
            onFailure = fail;
            subject = name;
            log.flush();
          },
        }),
      );
    } catch (error) {
      const response = onFailure(error);
      await report(error, { status: response.status, receives, subject });
      return response;
    }
  };
  // Express passes its response and ignores what the handler returns, so the request would hang.
  return async (request: WebhookRequest, mounted?: unknown) => {
    const response = await respondTo(request);
    endWith(mounted, response.status);
    return response;
  };
}
