import { WebhookError } from "../errors/webhook-error.ts";

/** The largest body that is read, in bytes. A notification has a few thousand. */
const LARGEST_BODY = 1_048_576;

/** A body that was cut off at the limit. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";

  constructor() {
    super(`The body is larger than ${LARGEST_BODY} bytes`);
  }
}

const ADVICE =
  "pass the body as it came, a string or bytes, not parsed: only those bytes are signed. " +
  'Express: this route before express.json(), or express.raw({ type: "application/json" }) for it. ' +
  'Fastify: in a scope of its own, addContentTypeParser("application/json", { parseAs: "buffer" }, ' +
  "(request, body, done) => done(null, body))";

const notRaw = (problem: string): WebhookError => new WebhookError("body", `The body ${problem}: ${ADVICE}`);

/** The bytes of a raw body. Throws a `WebhookError` with advice for one that was parsed. */
export function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  // Not instanceof: under Jest, Node's own bytes are of another realm. A copy, so that what was checked is what is read.
  if (ArrayBuffer.isView(body))
    return body.byteLength === 0
      ? new Uint8Array()
      : new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  throw notRaw(body === undefined ? "is missing" : "is not raw");
}

/** Chunks as one. */
function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/** Reads a request's body, up to the limit and until the signal is aborted. */
export async function readBody(request: Request, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const { body, bodyUsed, headers } = request;
  if (bodyUsed) throw notRaw("was read before");
  if (body === null) return new Uint8Array();
  const reader = body.getReader();
  // Where letting go fails, nothing more comes either.
  const cancel = () => reader.cancel().catch(() => undefined);
  signal.addEventListener("abort", cancel);
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isTooLarge = Number(headers.get("content-length")) > LARGEST_BODY;
  while (!isTooLarge) {
    const { done, value } = await reader.read();
    if (done) return concat(chunks);
    chunks.push(value);
    size += value.byteLength;
    isTooLarge = size > LARGEST_BODY;
  }
  cancel();
  throw new TooLargeError();
}
