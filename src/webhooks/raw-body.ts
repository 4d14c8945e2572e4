import { WebhookError } from "../errors/webhook-error.ts";

/** The largest body that is read, in bytes. A notification has a few thousand. */
export const LARGEST_BODY = 1_048_576;

const ADVICE =
  "pass the body as it came, a string or bytes, not parsed: only those bytes are signed. " +
  'Express: express.raw({ type: "application/json" }). ' +
  'Fastify: addContentTypeParser("application/json", { parseAs: "buffer" }, (request, body, done) => done(null, body))';

/** The bytes of a raw body. Throws a `WebhookError` with advice for one that was parsed. */
export function toBytes(body: unknown): Uint8Array<ArrayBuffer> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  // Not instanceof: under Jest, Node's own bytes are of another realm. A copy, so that what was checked is what is read.
  if (ArrayBuffer.isView(body))
    return body.byteLength === 0
      ? new Uint8Array()
      : new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice();
  throw new WebhookError("body", `The body is ${body === undefined ? "missing" : "not raw"}: ${ADVICE}`);
}

/** Chunks as one. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(chunks.reduce((size, { byteLength }) => size + byteLength, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
