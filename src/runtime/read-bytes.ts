/** The bytes read from a stream. */
export interface BytesRead {
  /** The bytes received; empty if there were more than the limit. */
  readonly bytes: Uint8Array;
  /** True if the stream had more bytes than the limit. */
  readonly isTooLarge?: boolean;
  /** Set if the stream failed before its end, or the signal was aborted. */
  readonly failure?: { readonly error: unknown };
}

/** How long chunks are read without letting timers run, in milliseconds. */
const LONGEST_TURN = 50;

/**
 * Bytes received in chunks, joined at once: a list of tiny chunks would take hundreds of times their size. The buffer
 * doubles when it is full, so that the time is linear.
 */
export class JoinedBytes {
  #buffer = new Uint8Array();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  append(chunk: Uint8Array): void {
    const size = this.#size + chunk.byteLength;
    if (size > this.#buffer.byteLength) {
      const buffer = new Uint8Array(Math.max(size, this.#buffer.byteLength * 2));
      buffer.set(this.#buffer);
      this.#buffer = buffer;
    }
    this.#buffer.set(chunk, this.#size);
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
 * than three times the limit and one chunk are in memory. Never rejects.
 *
 * @param signal Stops reading at the next chunk, also if the source of the stream ignores the signal.
 */
export async function readBytes(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
  signal?: AbortSignal,
): Promise<BytesRead> {
  const joined = new JoinedBytes();
  const cancel = (): void => {
    reader.cancel().catch(() => undefined);
  };
  let pausedAt = performance.now();
  try {
    for (;;) {
      // A source that has each chunk at once would keep timers, the timeout's among them, from firing.
      if (performance.now() - pausedAt > LONGEST_TURN) {
        await new Promise((resolve) => setTimeout(resolve));
        pausedAt = performance.now();
      }
      const { done, value } = await reader.read();
      if (done) return { bytes: joined.take() };
      signal?.throwIfAborted();
      if (joined.size + value.byteLength > limit) {
        cancel();
        return { bytes: new Uint8Array(), isTooLarge: true };
      }
      joined.append(value);
    }
  } catch (error) {
    cancel();
    return { bytes: joined.take(), failure: { error } };
  }
}
