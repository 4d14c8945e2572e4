import { WebhookError } from "../errors/webhook-error.ts";
import { type ByteReader, drain, readBytes } from "../runtime/read-bytes.ts";
import { readOption } from "../shared/read-option.ts";
import type { HeaderReader, WebhookHeaders } from "./headers.ts";

/** A webhook as received, not verified. */
export interface RawWebhook {
  /** The raw body, not parsed, because the signature covers its bytes. */
  body: string | Uint8Array | ArrayBuffer;
  /** The request's headers: `Headers`, a plain object, or Node's `request.headers`. */
  headers: WebhookHeaders;
}

/** The members of a request that the SDK reads. A `Request` of any runtime or framework has them. */
export interface WebhookRequest {
  /** HTTP method. */
  readonly method: string;
  /** Headers. */
  readonly headers: HeaderReader;
  /** The body as a stream, null if there is none. */
  readonly body: {
    /** The only reader of the stream. */
    getReader(): ByteReader;
  } | null;
  /** True if something has read the body. */
  readonly bodyUsed: boolean;
}

/** Maximum size of a body in bytes. A notification has a few thousand. */
const MAX_BYTES = 1_048_576;

/** The body is larger than the limit. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";

  constructor() {
    super(`The body is larger than ${MAX_BYTES} bytes`);
  }
}

/** `docs/recipes/frameworks.md` has the code for each framework, which the tests run. */
const ADVICE =
  "but the signature covers the bytes as received. Express, Koa, Nest, Nuxt: mount toNodeListener(handler) before the " +
  "body parser. Others: see the page “Frameworks”";

const NOT_ADAPTED =
  "The handler takes a fetch Request. For Express, Fastify, Koa and node:http, mount toNodeListener(handler)";

export const notRaw = (problem: string): WebhookError =>
  new WebhookError("body", `The body ${problem}, ${ADVICE}`);

/** Whether a value is an `ArrayBuffer`. Not instanceof, because Jest runs tests in another realm. */
const isBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === "[object ArrayBuffer]";

/** The bytes of a raw body. Throws a `WebhookError` with advice for a parsed one. */
export function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (isBuffer(body) || ArrayBuffer.isView(body)) {
    // A buffer that was transferred has no bytes.
    if (body.byteLength === 0) return new Uint8Array();
    const { buffer, byteOffset } = isBuffer(body) ? { buffer: body, byteOffset: 0 } : body;
    // A copy, so that the bytes verified are the bytes parsed.
    return new Uint8Array(buffer, byteOffset, body.byteLength).slice();
  }
  throw notRaw(body === undefined ? "is missing" : "is not raw");
}

/** Whether a webhook is a request, which may be from another realm or library. */
export const isRequest = (webhook: RawWebhook | WebhookRequest): webhook is WebhookRequest =>
  typeof readOption(webhook, "bodyUsed") === "boolean";

/** Reads the body of a request that a merchant passes to `verify`. Every failure is a `WebhookError`. */
export async function readRequest(request: WebhookRequest): Promise<RawWebhook> {
  try {
    return { body: await readBody(request, new AbortController().signal), headers: request.headers };
  } catch (error) {
    if (error instanceof WebhookError) throw error;
    const message = error instanceof TooLargeError ? error.message : "The body could not be read";
    throw new WebhookError("body", message);
  }
}

/**
 * Reads the body of a request, up to the limit and until the signal is aborted. Drops the rest instead of canceling the
 * stream, because with some frameworks that ends the process or resets the connection.
 */
export async function readBody(request: WebhookRequest, signal: AbortSignal): Promise<Uint8Array> {
  const { body, bodyUsed, headers } = request;
  // JavaScript may pass the request of Express or node:http.
  if (typeof headers?.get !== "function") throw new WebhookError("body", NOT_ADAPTED);
  if (bodyUsed) throw notRaw("was already read");
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  if (Number(headers.get("content-length")) > MAX_BYTES) {
    drain(reader);
    throw new TooLargeError();
  }
  const { bytes, isTooLarge, failure } = await readBytes(reader, MAX_BYTES, { signal });
  if (isTooLarge) throw new TooLargeError();
  if (failure) throw failure.error;
  return bytes;
}
