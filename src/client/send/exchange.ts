import { requestIdOf } from "../../errors/api-error.ts";
import { toApiError } from "../../errors/to-api-error.ts";
import { type BytesRead, readBytes } from "../../runtime/read-bytes.ts";
import { redactHeaders } from "../../shared/redact.ts";
import { withoutPrototype } from "../../shared/values.ts";
import type { Call } from "../prepare/call.ts";
import { notify, type RequestEvent, type ResponseEvent } from "../prepare/hooks.ts";
import { parseRetryAfter } from "./retry.ts";

/**
 * Prevents the runtime from sending a request twice. Deno, and Bun before 1.4, send it again if a reused connection
 * closes before the response. With `keepalive: false`, Bun opens a new connection. Deno never repeats a body that it
 * reads as a stream, such as a Blob.
 */
const sentOnce = (body: string | null): RequestInit => ({
  keepalive: false,
  body: "Deno" in globalThis ? new Blob([body ?? ""]) : body,
});

let noStore: RequestInit | undefined;

/**
 * Prevents caches, such as Next.js 14's, from answering with an old status. Tried once, because Workers of before
 * 2024-11-11 throw for it.
 */
function withoutCache(): RequestInit {
  if (!noStore) {
    noStore = { cache: "no-store" };
    try {
      new Request("https://gateway.invalid", noStore);
    } catch {
      noStore = {};
    }
  }
  return noStore;
}

const NO_RESPONSE = "fetch must resolve to a Response with body.getReader, arrayBuffer or text";

/** Reads a body. Fetch libraries of Node have their own streams, which only their methods read. */
async function readResponse(response: Response, limit: number, signal: AbortSignal): Promise<BytesRead> {
  const { body } = response;
  if (typeof body?.getReader === "function")
    return readBytes(body.getReader(), limit, { signal, drop: (reader) => reader.cancel() });
  try {
    const bytes = body === null ? new Uint8Array() : await bytesOf(response);
    return bytes.byteLength > limit ? { bytes: new Uint8Array(), isTooLarge: true } : { bytes };
  } catch (error) {
    return { bytes: new Uint8Array(), failure: { error } };
  }
}

async function bytesOf(response: Response): Promise<Uint8Array> {
  if (typeof response.arrayBuffer === "function") return new Uint8Array(await response.arrayBuffer());
  if (typeof response.text === "function") return new TextEncoder().encode(await response.text());
  throw new TypeError(NO_RESPONSE);
}

/** Drops an unread body, so that its connection can be used again. */
async function dropBody(response: Response): Promise<void> {
  if (typeof response.body?.cancel === "function") await response.body.cancel();
  else if (response.body !== null) await bytesOf(response);
}

/** A 2xx response, with its body read. */
export interface Answer {
  readonly response: Response;
  readonly text: string;
  /** The parsed body if it is JSON, otherwise the text. */
  readonly body: unknown;
  /** Whether the body was larger than `maxResponseBytes`, and was dropped. */
  readonly isTooLarge: boolean;
  /** The event for `onResponse`, emitted just before the call resolves or rejects. */
  readonly event: ResponseEvent;
}

export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * Makes one HTTP exchange, to the last byte of the body. Throws an `ApiError` for any status except 2xx. Bodies are
 * read as UTF-8 with any declared charset, because JSON has no other (RFC 8259).
 */
export async function exchange(call: Call, event: RequestEvent, signal: AbortSignal): Promise<Answer> {
  const { method, url, headers, body, isIdempotent, hasResult, connection } = call;
  const { fetch, redact, hooks, maxResponseBytes } = connection;
  const startedAt = performance.now();
  const sent = isIdempotent ? { body } : sentOnce(body);
  const response = await (fetch ?? globalThis.fetch)(
    url,
    withoutPrototype({
      method,
      headers,
      signal,
      redirect: "manual",
      ...withoutCache(),
      ...sent,
    }),
  );
  // A mock may resolve to a value of another type. The response of axios has headers with `get`, but no `ok`.
  if (typeof response?.headers?.get !== "function" || typeof response.ok !== "boolean")
    throw new TypeError(NO_RESPONSE);
  const { status, ok } = response;
  const isSkipped = ok && !hasResult;
  if (isSkipped) dropBody(response).catch(() => undefined);
  const {
    bytes,
    isTooLarge = false,
    failure,
  } = isSkipped ? { bytes: new Uint8Array() } : await readResponse(response, maxResponseBytes, signal);
  if (failure && (ok || signal.aborted)) throw failure.error;
  const durationMs = performance.now() - startedAt;
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
