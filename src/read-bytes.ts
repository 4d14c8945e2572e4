/** The bytes read from a stream. */
export interface BytesRead {
  /** The bytes received; empty if there were more than the limit. */
  readonly bytes: Uint8Array;
  /** True if the stream had more bytes than the limit. */
  readonly isTooLarge?: boolean;
  /** Set if the stream failed before its end, or the signal was aborted. */
  readonly failure?: { readonly error: unknown };
}

function concat(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}

/**
 * Reads a stream up to a limit in bytes. Above it the stream is cancelled and what was read is dropped, so that no more
 * than the limit and one chunk is in memory. Never rejects.
 *
 * @param signal Stops reading at the next chunk, also if the source of the stream ignores the signal.
 */
export async function readBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  signal?: AbortSignal,
): Promise<BytesRead> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: concat(chunks, size) };
      size += value.byteLength;
      if (signal?.aborted || size > limit) {
        reader.cancel().catch(() => undefined);
        const bytes = new Uint8Array();
        return signal?.aborted ? { bytes, failure: { error: signal.reason } } : { bytes, isTooLarge: true };
      }
      chunks.push(value);
    }
  } catch (error) {
    return { bytes: concat(chunks, size), failure: { error } };
  }
}
