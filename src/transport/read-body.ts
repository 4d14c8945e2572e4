/** What could be read of a body. */
export interface ReadBody {
  /** The text, as far as it came; empty when it was too large. */
  readonly text: string;
  readonly isTooLarge?: boolean;
  /** What broke it off before its end. */
  readonly lost?: unknown;
}

/**
 * Reads a body as it streams, decompressed, up to a limit in bytes. A larger one is dropped, not held. It is
 * read as UTF-8, whatever charset it claims: JSON has no other (RFC 8259).
 */
export async function readBody(body: Response["body"], limit: number): Promise<ReadBody> {
  if (body === null) return { text: "" };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { text: text + decoder.decode() };
      size += value.byteLength;
      if (size > limit) {
        reader.cancel().catch(() => undefined);
        return { text: "", isTooLarge: true };
      }
      text += decoder.decode(value, { stream: true });
    }
  } catch (lost) {
    return { text, lost };
  }
}
