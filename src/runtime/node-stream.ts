import { joinBytes } from "./read-bytes.ts";

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
 * The body of a Node request as a web stream. Early chunks are joined, because a long queue of tiny chunks would take
 * quadratic time. After a cancel, the rest of the body is dropped, so that the sender gets the response and the
 * connection can be reused.
 */
export function toStream(request: NodeBody): ReadableStream<Uint8Array> {
  let isOpen = true;
  const [append, take] = joinBytes();
  const flush = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    const waiting = take();
    if (waiting.byteLength > 0) controller.enqueue(waiting);
  };
  return new ReadableStream({
    start(controller) {
      const close = (action: () => void): void => {
        if (isOpen) action();
        isOpen = false;
      };
      request.on("data", (chunk) => {
        if (!isOpen) return;
        append(chunk);
        if (Number(controller.desiredSize) > 0) flush(controller);
      });
      request.on("end", () =>
        close(() => {
          flush(controller);
          controller.close();
        }),
      );
      request.on("error", (error) => close(() => controller.error(error)));
      request.on("close", () => close(() => controller.error(connectionClosed())));
      // A middleware may have paused the request, and a "data" listener does not resume a paused request.
      request.resume?.();
    },
    pull: flush,
    cancel() {
      isOpen = false;
    },
  });
}
