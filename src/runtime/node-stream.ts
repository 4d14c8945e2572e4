import { type ByteReader, joinBytes } from "./read-bytes.ts";

/** The headers of a Node request in a form for `new Request`. */
export const toHeaders = (
  headers: Readonly<Record<string, string | string[] | undefined>>,
): [string, string][] =>
  Object.entries(headers).flatMap(([name, value = []]) =>
    // HTTP/2 has pseudo-headers, such as `:path`.
    name.startsWith(":") ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );

/** The events of a Node request that carry its body. */
interface NodeBody {
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: unknown) => void): unknown;
  resume?(): unknown;
}

/** The error of a body whose connection was closed before its end. */
export const connectionClosed = (): Error =>
  new Error("The connection was closed before the end of the request");

/**
 * A reader of the body of a Node request. Early chunks are joined, because a long queue of tiny chunks would take
 * quadratic time. Not a web stream, which costs as much as the verification of a signature.
 */
export function toReader(request: NodeBody): ByteReader {
  const [append, take] = joinBytes();
  /** How the body ended. */
  let end: { readonly error?: unknown } | undefined;
  let wake = (): void => undefined;
  const close = (error?: () => unknown): void => {
    // Only called if the body has not ended, because an error with its stack takes a tenth of a notification's time.
    end ??= error ? { error: error() } : {};
    wake();
  };
  request.on("data", (chunk) => {
    append(chunk);
    wake();
  });
  request.on("end", () => close());
  request.on("error", (error) => close(() => error));
  request.on("close", () => close(connectionClosed));
  // A middleware may have paused the request, and a "data" listener does not resume a paused request.
  request.resume?.();
  return {
    async read() {
      for (;;) {
        const value = take();
        if (value.byteLength > 0) return { done: false, value };
        if (end && "error" in end) throw end.error;
        if (end) return { done: true };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
