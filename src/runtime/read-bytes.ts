/** The bytes read from a stream. */
export interface BytesRead {
  /** The bytes received; empty if there were more than the limit. */
  readonly bytes: Uint8Array;
  /** True if the stream had more bytes than the limit. */
  readonly isTooLarge?: boolean;
  /** Set if the stream failed before its end, or the signal was aborted. */
  readonly failure?: { readonly error: unknown };
}

/** A chunk of this size, in bytes, is kept as it is until all are joined. */
const LARGE = 16_384;

/** Bytes received in chunks. Small ones are copied as they come: a list of them takes hundreds of times their size. */
export class JoinedBytes {
  #chunks: Uint8Array[] = [];
  #size = 0;
  /** The buffer of the small chunks after the last large one. */
  #small: Uint8Array = new Uint8Array();
  #smallSize = 0;

  get size(): number {
    return this.#size;
  }

  append(chunk: Uint8Array): void {
    this.#size += chunk.byteLength;
    if (chunk.byteLength >= LARGE) {
      this.#closeSmall();
      this.#chunks.push(chunk);
      return;
    }
    const size = this.#smallSize + chunk.byteLength;
    if (size > this.#small.byteLength) {
      const grown = new Uint8Array(2 * size);
      grown.set(this.#small);
      this.#small = grown;
    }
    this.#small.set(chunk, this.#smallSize);
    this.#smallSize = size;
  }

  /** Removes and returns all bytes. */
  take(): Uint8Array {
    this.#closeSmall();
    const bytes = new Uint8Array(this.#size);
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.byteLength;
    }
    this.#chunks = [];
    this.#size = 0;
    return bytes;
  }

  #closeSmall(): void {
    this.#chunks.push(this.#small.subarray(0, this.#smallSize));
    this.#small = new Uint8Array();
    this.#smallSize = 0;
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
