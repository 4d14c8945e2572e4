import { requestIdOf } from "../errors/api-error.ts";
import type { Method, Operation } from "../operations.ts";
import { type Hooks, notify, type RequestEvent, type ResponseEvent } from "./hooks.ts";
import { readBody } from "./read-body.ts";
import { toApiError } from "./to-api-error.ts";

/** A `fetch`, as this package calls it: with an address and everything else beside it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What goes out, the same at every attempt, and by what means. */
export interface Outgoing {
  readonly callId: string;
  readonly operation: Operation;
  readonly method: Method;
  readonly url: string;
  readonly errorRoot: readonly string[];
  readonly isRepeatable: boolean;
  /** What to do first where the call may have been processed. */
  readonly ifProcessed?: string | undefined;
  readonly headers: Record<string, string>;
  readonly body: string | null;
  /** False for a call whose 2xx says all: its body is not read. */
  readonly reads: boolean;
  readonly fetch: Fetch;
  readonly hooks: Hooks;
  readonly maxResponseBytes: number;
}

/** A 2xx, read. */
export interface Answer {
  readonly response: Response;
  /** Parsed where it is JSON, else the text. */
  readonly body: unknown;
  /** Whether the body was larger than `maxResponseBytes`, and so was dropped. */
  readonly isTooLarge: boolean;
  /** For `onResponse`, in the turn in which the call succeeds or turns out to be unreadable. */
  readonly event: ResponseEvent;
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** One attempt on the wire, to the last byte of the body. Throws an `ApiError` for everything but a 2xx. */
export async function exchange(
  outgoing: Outgoing,
  event: RequestEvent,
  signal: AbortSignal,
): Promise<Answer> {
  const { method, url, headers, body, reads, fetch, hooks, maxResponseBytes } = outgoing;
  const startedAt = performance.now();
  const response = await fetch(url, { method, headers, body, signal, redirect: "manual" });
  const { status, ok } = response;
  const isUnread = ok && !reads;
  if (isUnread) response.body?.cancel().catch(() => undefined);
  const {
    text,
    isTooLarge = false,
    lost,
  } = await readBody(isUnread ? null : response.body, maxResponseBytes, signal);
  if (lost && (ok || signal.aborted)) throw lost;
  const durationMs = performance.now() - startedAt;
  const requestId = requestIdOf(response.headers);
  const answered = { ...event, status, requestId, durationMs };
  const read = parse(text);
  if (ok) return { response, body: read, isTooLarge, event: answered };
  if (!signal.aborted) notify(hooks.onResponse, answered);
  throw toApiError({ ...outgoing, status, headers: response.headers, body: read });
}
