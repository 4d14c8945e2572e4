import { requestIdOf } from "../errors/api-error.ts";
import { toApiError } from "../errors/to-api-error.ts";
import { readBytes } from "../runtime/read-bytes.ts";
import { redactHeaders } from "../shared/redact.ts";
import type { Call } from "./call.ts";
import { notify, type RequestEvent, type ResponseEvent } from "./hooks.ts";
import { parseRetryAfter } from "./retry.ts";

/**
 * What keeps a runtime from sending a request again by itself. Deno, and Bun before 1.4, do so if a connection that served
 * an earlier request closes before the response, even though the gateway may have processed the request. With
 * `keepalive: false`, Bun opens a connection of its own; Deno never repeats a body that it reads as a stream, such as a Blob.
 */
const sentOnce = (body: string | null): RequestInit => ({
  keepalive: false,
  body: "Deno" in globalThis ? new Blob([body ?? ""]) : body,
});

/** A 2xx response, with its body read. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
  /** Parsed if it is JSON, otherwise the text. */
  readonly body: unknown;
  /** Whether the body was larger than `maxResponseBytes`, and was dropped. */
  readonly isTooLarge: boolean;
  /** The event for `onResponse`, emitted just before the call resolves or rejects. */
  readonly event: ResponseEvent;
}

/** No result begins so many arrays in a row: reading 30 MB of brackets would block the process for seconds. */
const LONGEST_ROW = 100_000;

/** Whether a text has such a row. It would cover a multiple of its length: searching the text for it is quadratic. */
const isTooDeep = (text: string): boolean => {
  for (let at = 0; at < text.length; at += LONGEST_ROW) {
    let [start, end] = [at, at];
    while (text[start - 1] === "[" && text[at] === "[") start -= 1;
    while (text[end] === "[") end += 1;
    if (end - start >= LONGEST_ROW) return true;
  }
  return false;
};

/** The value of a text if it is JSON, otherwise the text. */
export const parse = (text: string): unknown => {
  try {
    return isTooDeep(text) ? text : JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * One HTTP exchange, to the last byte of the body. Throws an `ApiError` for any status but 2xx. Bodies are read as UTF-8
 * whatever charset they declare: JSON has no other (RFC 8259).
 */
export async function exchange(call: Call, event: RequestEvent, signal: AbortSignal): Promise<Answer> {
  const { method, url, headers, body, isIdempotent, hasResult, connection } = call;
  const { fetch = null, redact, hooks, maxResponseBytes } = connection;
  const startedAt = performance.now();
  const sent = isIdempotent ? { body } : sentOnce(body);
  const response = await (fetch ?? globalThis.fetch)(url, {
    method,
    headers,
    signal,
    redirect: "manual",
    ...sent,
  });
  // A mock may resolve to something else, whatever its type says.
  if (typeof response?.headers?.get !== "function") throw new TypeError("fetch must resolve to a Response");
  const { status, ok } = response;
  const isSkipped = ok && !hasResult;
  if (isSkipped) response.body?.cancel().catch(() => undefined);
  const reader = isSkipped ? undefined : response.body?.getReader();
  const {
    bytes,
    isTooLarge = false,
    failure,
  } = reader ? await readBytes(reader, maxResponseBytes, signal) : { bytes: new Uint8Array() };
  if (failure && (ok || signal.aborted)) throw failure.error;
  const durationMs = performance.now() - startedAt;
  // Without a listener nothing is redacted: building the pattern for it would delay the first answer.
  const requestId = hooks.onResponse && requestIdOf(response.headers);
  const responseEvent = { ...event, status, requestId: requestId && redact(requestId), durationMs };
  const text = new TextDecoder().decode(bytes);
  if (ok) return { response, text, body: parse(text), isTooLarge, event: responseEvent };
  if (!signal.aborted) notify(hooks.onResponse, responseEvent);
  throw toApiError({
    ...call,
    response: { status, headers: redactHeaders(response.headers, redact), body: parse(redact(text)) },
    retryAfter: parseRetryAfter(response.headers),
  });
}
