/** What could be read of a body. */
export interface ReadBody {
  /** The text, as far as it came; empty when it was too large. */
  readonly text: string;
  readonly isTooLarge?: boolean;
  /** What broke it off before its end. */
  readonly lost?: unknown;
}

/** For a body that comes in one piece, as most do: making a decoder takes longer than decoding a product. */
const decoder = new TextDecoder();

/**
 * Reads a body as it streams, decompressed, up to a limit in bytes. A larger one is dropped, not held. It is
 * read as UTF-8, whatever charset it claims: JSON has no other (RFC 8259).
 */
export async function readBody(body: Response["body"], limit: number): Promise<ReadBody> {
  if (body === null) return { text: "" };
  const reader = body.getReader();
  const texts: string[] = [];
  let streaming: typeof decoder | undefined;
  let last: Uint8Array | undefined;
  let size = 0;
  const end = (): string => texts.concat((streaming ?? decoder).decode(last)).join("");
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: end() };
      size += value.byteLength;
      if (size > limit) {
        reader.cancel().catch(() => undefined);
        return { text: "", isTooLarge: true };
      }
      if (last) {
        streaming ??= new TextDecoder();
        texts.push(streaming.decode(last, { stream: true }));
      }
      last = value;
    }
  } catch (lost) {
    return { text: end(), lost };
  }
}
