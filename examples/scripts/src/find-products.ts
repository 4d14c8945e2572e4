import { PaymentsClient, type Product } from "payments-client";

/** Milliseconds for the whole list, because a million products take longer than the default timeout. */
const TIMEOUT = 15 * 60_000;

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13);

/**
 * The objects of a JSON array, each as text, without holding the array.
 *
 * @throws Error unless the text is a complete array of objects, because a product that is missed would be created again.
 */
async function* objectsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let depth = 0;
  let isOver = false;
  let isText = false;
  let isEscaped = false;
  let begun: Uint8Array[] = [];
  for await (const chunk of chunks) {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index];
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
      } else if (depth < 2) {
        if (byte === OPEN_LIST && depth === 0 && !isOver) depth = 1;
        else if (byte === OPEN_OBJECT && depth === 1) [depth, start] = [2, index];
        else if (byte === CLOSE_LIST && depth === 1) [depth, isOver] = [0, true];
        else if (!isBlank(byte) && !(byte === COMMA && depth === 1))
          throw new Error("the list of products is not an array of objects");
      } else if (byte === QUOTE) isText = true;
      else if (byte === OPEN_OBJECT || byte === OPEN_LIST) depth += 1;
      else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        depth -= 1;
        if (depth > 1) continue;
        yield Buffer.concat([...begun, chunk.subarray(start, index + 1)]).toString();
        begun = [];
      }
    }
    if (depth > 1) begun.push(chunk.subarray(start));
  }
  if (!isOver) throw new Error("the list of products is incomplete");
}

async function* listOf(
  body: AsyncIterable<Uint8Array>,
  isWanted: (product: Product) => boolean,
): AsyncGenerator<Uint8Array> {
  let separator = "[";
  for await (const text of objectsOf(body)) {
    if (!isWanted(JSON.parse(text))) continue;
    yield Buffer.from(separator + text);
    separator = ",";
  }
  yield Buffer.from(separator === "[" ? "[]" : "]");
}

/**
 * The products of the shop that are wanted. The gateway sends all products in one response. A million products are longer than
 * the longest string, so this `fetch` drops the others while they arrive.
 */
export function findProducts(
  isWanted: (product: Product) => boolean,
  signal: AbortSignal,
): Promise<Product[]> {
  const payments = new PaymentsClient({
    timeout: TIMEOUT,
    maxResponseBytes: 2 ** 29,
    fetch: async (url, init) => {
      const response = await fetch(url, init);
      const { ok, status, headers, body } = response;
      if (!ok || body === null) return response;
      return new Response(ReadableStream.from(listOf(body, isWanted)), { status, headers });
    },
  });
  return payments.products.list({ signal });
}
