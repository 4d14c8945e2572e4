import { WebhookError } from "../errors/webhook-error.ts";
import { readBytes } from "../runtime/read-bytes.ts";

/** Maximum size of a body in bytes. A notification has a few thousand. */
const MAX_BYTES = 1_048_576;

/** The body is larger than the limit. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";

  constructor() {
    super(`The body is larger than ${MAX_BYTES} bytes`);
  }
}

const ADVICE =
  "pass the body as received, a string or bytes, not parsed: the signature covers those bytes. " +
  'Express: register this route before express.json(), or with express.raw({ type: "application/json" }). ' +
  'Fastify: in an encapsulated plugin, addContentTypeParser("application/json", { parseAs: "buffer" }, ' +
  "(request, body, done) => done(null, body))";

const NOT_ADAPTED =
  "The handler takes a fetch Request. For Express and node:http, mount toNodeListener(handler)";

const notRaw = (problem: string): WebhookError => new WebhookError("body", `The body ${problem}: ${ADVICE}`);

/** The bytes of a raw body. Throws a `WebhookError` with advice for a parsed one. */
export function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  // Not instanceof: Jest runs tests in another realm. A copy, so that the bytes verified are the bytes parsed.
  if (ArrayBuffer.isView(body))
    return body.byteLength === 0
      ? new Uint8Array()
      : new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  throw notRaw(body === undefined ? "is missing" : "is not raw");
}

/** Reads the body of a request, up to the limit and until the signal is aborted. */
export async function readBody(request: Request, signal: AbortSignal): Promise<Uint8Array> {
  const { body, bodyUsed, headers } = request;
  // JavaScript may pass the request of Express or node:http.
  if (typeof headers?.get !== "function") throw new WebhookError("body", NOT_ADAPTED);
  if (bodyUsed) throw notRaw("was already read");
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  // Without a result: workerd logs a warning for a listener that has one.
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  signal.addEventListener("abort", cancel);
  if (Number(headers.get("content-length")) > MAX_BYTES) {
    cancel();
    throw new TooLargeError();
  }
  const { bytes, isTooLarge, failure } = await readBytes(reader, MAX_BYTES);
  if (isTooLarge) throw new TooLargeError();
  if (failure) throw failure.error;
  return bytes;
}
