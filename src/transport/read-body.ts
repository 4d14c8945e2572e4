/** What could be read of a body. */
export interface ReadBody {
  /** The text, as far as it came; empty when it was too large. */
  readonly text: string;
  readonly isTooLarge?: boolean;
  /** What broke it off before its end. */
  readonly lost?: unknown;
}

const decoder = new TextDecoder();

/** The text of the pieces, decoded at once: piece by piece, a long text would be moved about as garbage. */
function decode(pieces: readonly Uint8Array[], size: number): string {
  if (pieces.length === 1) return decoder.decode(pieces[0]);
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  return decoder.decode(bytes);
}

/**
 * Reads a body as it streams, decompressed, up to a limit in bytes. A larger one is dropped, not held. It is
 * read as UTF-8, whatever charset it claims: JSON has no other (RFC 8259). Once the signal is aborted no more is
 * read, also where the body comes from a fetch that does not mind it.
 */
export async function readBody(
  body: Response["body"],
  limit: number,
  signal: AbortSignal,
): Promise<ReadBody> {
  if (body === null) return { text: "" };
  const reader = body.getReader();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: decode(pieces, size) };
      if (signal.aborted) {
        reader.cancel().catch(() => undefined);
        return { text: "", lost: new Error("read no further") };
      }
      size += value.byteLength;
      if (size > limit) {
        reader.cancel().catch(() => undefined);
        return { text: "", isTooLarge: true };
      }
      pieces.push(value);
    }
  } catch (lost) {
    return { text: decode(pieces, size), lost };
  }
}
