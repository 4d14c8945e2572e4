/** The bytes read from a stream. */
export interface BytesRead {
  /** The bytes received; empty if there were more than the limit. */
  readonly bytes: Uint8Array;
  /** True if the stream had more bytes than the limit. */
  readonly isTooLarge?: boolean;
  /** Set if the stream failed before its end, or the signal was aborted. */
  readonly failure?: { readonly error: unknown };
}

/** Bytes that are joined as they come, since a list of tiny chunks takes hundreds of times their size. */
export class JoinedBytes {
  #buffer: Uint8Array = new Uint8Array();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a chunk. The first one is not copied. */
  append(chunk: Uint8Array): void {
    const size = this.#size + chunk.byteLength;
    if (this.#size === 0) {
      this.#buffer = chunk;
    } else {
      if (size > this.#buffer.byteLength) {
        const grown = new Uint8Array(2 * size);
        grown.set(this.#buffer.subarray(0, this.#size));
        this.#buffer = grown;
      }
      this.#buffer.set(chunk, this.#size);
    }
    this.#size = size;
  }

  /** Removes and returns all bytes. */
  take(): Uint8Array {
    const bytes = this.#buffer.subarray(0, this.#size);
    this.#buffer = new Uint8Array();
    this.#size = 0;
    return bytes;
  }
}

/**
 * Reads a stream up to a limit in bytes. Above it the stream is cancelled and what was read is dropped, so that no more
 * than twice the limit and one chunk is in memory. Never rejects.
 *
 * @param signal Stops reading at the next chunk, also if the source of the stream ignores the signal.
 */
export async function readBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  signal?: AbortSignal,
): Promise<BytesRead> {
  const joined = new JoinedBytes();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: joined.take() };
      const isTooLarge = joined.size + value.byteLength > limit;
      if (signal?.aborted || isTooLarge) {
        reader.cancel().catch(() => undefined);
        const bytes = new Uint8Array();
        return signal?.aborted ? { bytes, failure: { error: signal.reason } } : { bytes, isTooLarge };
      }
      joined.append(value);
    }
  } catch (error) {
    return { bytes: joined.take(), failure: { error } };
  }
}
