/** The bytes read from a stream. */
export interface BytesRead {
  /** The bytes received; empty if there were more than the limit. */
  readonly bytes: Uint8Array;
  /** True if the stream had more bytes than the limit. */
  readonly isTooLarge?: boolean;
  /** Set if the stream failed before its end, or the signal was aborted. */
  readonly failure?: { readonly error: unknown };
}

/** Smaller chunks are collected in blocks of this size, in bytes: a list of tiny ones takes hundreds of times their size. */
const BLOCK = 4_096;

/** How long chunks are read without letting timers run, in milliseconds. */
const LONGEST_TURN = 50;

/** Bytes received in chunks. */
export class JoinedBytes {
  #chunks: Uint8Array[] = [];
  /** The last of the chunks, while it has room. */
  #block: Uint8Array | undefined;
  #used = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a chunk. A small body is one, for which no block is made. */
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

  /** The first chunk, if it is the only one: not a copy. */
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
    /** The chunk, unless `done`. */
    readonly value?: Uint8Array | undefined;
  }>;
}

/** A function that lets timers run after each long turn: a source that has each chunk at once would keep them from firing. */
function turns(): () => Promise<void> {
  let pausedAt = performance.now();
  return async () => {
    if (performance.now() - pausedAt <= LONGEST_TURN) return;
    await new Promise((resolve) => setTimeout(resolve));
    pausedAt = performance.now();
  };
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
  /** Stops reading at the next chunk, also if the source of the stream ignores the signal. */
  readonly signal?: AbortSignal;
  /** Drops the rest of the stream. Default: {@link drain}. */
  readonly drop?: (reader: Reader) => Promise<void>;
}

/**
 * Reads a stream up to a limit in bytes. Above it the rest is dropped, with what was read, so that no more than twice the limit
 * and one chunk is in memory. Never rejects.
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
