import { type Operation, PaymentsError } from "../errors/payments-error.ts";
import { type Hooks, type Method, notify, type RequestEvent } from "./hooks.ts";
import { readBody } from "./read-body.ts";
import { toApiError } from "./to-api-error.ts";
import { toPaymentsError } from "./to-payments-error.ts";
import { within } from "./within.ts";

/** A `fetch`, as this package calls it: with an address and everything else beside it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What goes out, the same at every attempt, and by what means. */
export interface Outgoing {
  readonly operation: Operation;
  readonly method: Method;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** False for a call whose 2xx says all: its body is not read. */
  readonly reads: boolean;
  readonly fetch: Fetch;
  readonly hooks: Hooks;
  readonly maxResponseBytes: number;
  readonly timeout: number;
  readonly signal?: AbortSignal | null | undefined;
}

/** A 2xx, read. */
export interface Answer {
  readonly response: Response;
  readonly body: unknown;
  /** Whether the body was larger than `maxResponseBytes`, and so was dropped. */
  readonly isTooLarge?: boolean | undefined;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** From the connection to the last byte of the body. Throws an `ApiError` for everything but a 2xx. */
async function exchange(outgoing: Outgoing, event: RequestEvent, signal: AbortSignal): Promise<Answer> {
  const { operation, method, url, headers, body, reads, fetch, hooks, maxResponseBytes } = outgoing;
  const startedAt = performance.now();
  const response = await fetch(url, { method, headers, body, signal, redirect: "manual" });
  const { status, ok } = response;
  const isUnread = ok && !reads;
  if (isUnread) response.body?.cancel().catch(() => undefined);
  const { text, isTooLarge, lost } = await readBody(
    isUnread ? null : response.body,
    maxResponseBytes,
    signal,
  );
  if (lost && (ok || signal.aborted)) throw lost;
  const durationMs = performance.now() - startedAt;
  if (!signal.aborted) notify(hooks.onResponse, { ...event, status, durationMs });
  const read = parse(text);
  if (!ok) throw toApiError({ operation, status, headers: response.headers, body: read }, method);
  return { response, body: read, isTooLarge };
}

/** One attempt, within its time: a 2xx, or the error for whatever else came of it. */
export async function attempt(outgoing: Outgoing, number: number): Promise<Answer | PaymentsError> {
  const { operation, method, url, hooks } = outgoing;
  const event = { operation, method, url, attempt: number };
  let isUnderway = false;
  try {
    return await within(outgoing.timeout, outgoing.signal, async (signal) => {
      notify(hooks.onRequest, event);
      // The hook may have aborted: then nothing is sent, whatever a fetch makes of its signal.
      signal.throwIfAborted();
      isUnderway = true;
      return exchange(outgoing, event, signal).catch((failure: unknown) => {
        // A fetch may have an error of its own for an aborted signal: what ended the attempt is the reason.
        if (!(failure instanceof PaymentsError)) signal.throwIfAborted();
        throw failure;
      });
    });
  } catch (failure) {
    return toPaymentsError(failure, { ...outgoing, isUnderway });
  }
}
