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
 * Returns a function that joins a chunk, and one that removes and returns all bytes, with one growing array. A list of
 * tiny chunks would take hundreds of times their size.
 */
export function joinBytes(): readonly [append: (chunk: Uint8Array) => number, take: () => Uint8Array] {
  let bytes: Uint8Array = new Uint8Array();
  let size = 0;
  const append = (chunk: Uint8Array): number => {
    const end = size + chunk.byteLength;
    if (end > bytes.byteLength) {
      // The first chunk is not copied, because most bodies have no other.
      const grown = size > 0 ? new Uint8Array(size + end) : chunk;
      grown.set(bytes);
      bytes = grown;
    }
    bytes.set(chunk, size);
    size = end;
    return size;
  };
  const take = (): Uint8Array => {
    const taken = bytes.subarray(0, size);
    bytes = new Uint8Array();
    size = 0;
    return taken;
  };
  return [append, take];
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

/** Receives the rest of a stream and drops it. Never rejects. */
export async function drain(reader: ByteReader): Promise<void> {
  try {
    // Lets the response go first, even if the next chunk is always ready.
    while (!(await reader.read()).done) await new Promise((resolve) => setTimeout(resolve));
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
 * Reads a stream up to a limit in bytes. Beyond the limit, everything is dropped, so that at most three times the
 * limit and one chunk are in memory. Never rejects.
 */
export async function readBytes<Reader extends ByteReader>(
  reader: Reader,
  limit: number,
  { signal, drop = drain }: ReadOptions<Reader> = {},
): Promise<BytesRead> {
  const [append, take] = joinBytes();
  let size = 0;
  try {
    for (;;) {
      const { value } = await reader.read();
      if (!value) return { bytes: take() };
      const isTooLarge = size + value.byteLength > limit;
      if (signal?.aborted || isTooLarge) {
        drop(reader).catch(() => undefined);
        const bytes = new Uint8Array();
        return signal?.aborted ? { bytes, failure: { error: signal.reason } } : { bytes, isTooLarge };
      }
      size = append(value);
    }
  } catch (error) {
    return { bytes: take(), failure: { error } };
  }
}
