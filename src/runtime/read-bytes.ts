/** The bytes read from a stream. */
export interface BytesRead {
  /** The bytes received. Empty if they exceed the limit. */
  readonly bytes: Uint8Array;
  /** True if the stream had more bytes than the limit. */
  readonly isTooLarge?: boolean;
  /** Set if the stream failed before its end, or the signal was aborted. */
  readonly failure?: { readonly error: unknown };
}

/**
 * Size in bytes of the blocks that collect smaller chunks. A list of tiny chunks takes hundreds of times their size.
 */
const BLOCK = 4_096;

/** Maximum milliseconds of reading before timers may run. */
const LONGEST_TURN = 50;

/** Bytes received in chunks. */
export class JoinedBytes {
  #chunks: Uint8Array[] = [];
  /** The last chunk, while it has room. */
  #block: Uint8Array | undefined;
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a chunk. A body with one chunk needs no block. */
  append(chunk: Uint8Array): void {
    if (this.#size === 0 || chunk.byteLength > BLOCK) {
      this.#endBlock();
      this.#chunks.push(chunk);
    } else {
      if (this.#used + chunk.byteLength > BLOCK) this.#endBlock();
      this.#block ??= new Uint8Array(BLOCK);
      this.#block.set(chunk, this.#used);
      this.#used += chunk.byteLength;
    }
    this.#size += chunk.byteLength;
  }

  /** The first chunk, if it is the only one. It is not copied. */
  get onlyChunk(): Uint8Array | undefined {
    return this.#chunks[0]?.byteLength === this.#size ? this.#chunks[0] : undefined;
  }

  /** Removes and returns all bytes. */
  take(): Uint8Array {
    this.#endBlock();
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

  #endBlock(): void {
    if (this.#block) this.#chunks.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}

/** The part of a stream's reader that reads. */
export interface ByteReader {
  /** Resolves to the next chunk. */
  read(): Promise<{
    /** True after the last chunk. */
    readonly done: boolean;
    /** The bytes of the chunk. */
    readonly value?: Uint8Array | undefined;
  }>;
}

/**
 * Returns a function that lets timers run after each long turn. Otherwise a source that always has a chunk ready would
 * block them.
 */
function turns(): () => Promise<void> | undefined {
  let pausedAt = performance.now();
  const pause = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve));
    pausedAt = performance.now();
  };
  return () => (performance.now() - pausedAt > LONGEST_TURN ? pause() : undefined);
}

/** Receives the rest of a stream and drops it. Never rejects. */
export async function drain(reader: ByteReader): Promise<void> {
  const turn = turns();
  try {
    while (!(await reader.read()).done) await turn();
  } catch {
    // The connection was lost.
  }
}

interface ReadOptions<Reader> {
  /** Stops reading at the next chunk, even if the source of the stream ignores the signal. */
  readonly signal?: AbortSignal;
  /** Drops the rest of the stream. Default: {@link drain}. */
  readonly drop?: (reader: Reader) => Promise<void>;
}

/**
 * Reads a stream up to a limit in bytes. Beyond the limit, everything is dropped, so that at most twice the limit and
 * one chunk is in memory. Never rejects.
 */
export async function readBytes<Reader extends ByteReader>(
  reader: Reader,
  limit: number,
  { signal, drop = drain }: ReadOptions<Reader> = {},
): Promise<BytesRead> {
  const joined = new JoinedBytes();
  const turn = turns();
  try {
    for (;;) {
      await turn();
      const { value } = await reader.read();
      if (!value) return { bytes: joined.onlyChunk ?? joined.take() };
      const isTooLarge = joined.size + value.byteLength > limit;
      if (signal?.aborted || isTooLarge) {
        drop(reader).catch(() => undefined);
        const bytes = new Uint8Array();
        return signal?.aborted ? { bytes, failure: { error: signal.reason } } : { bytes, isTooLarge };
      }
      joined.append(value);
    }
  } catch (error) {
    return { bytes: joined.take(), failure: { error } };
  }
}
