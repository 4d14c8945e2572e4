import type { WebhookHandler } from "./handler.ts";
import { toBytes } from "./raw-body.ts";

const brokenOff = (): Error => new Error("The request was broken off");

/** What is needed of Node's `IncomingMessage`, and of Express's `Request`. */
export interface NodeRequest {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** True once a body parser has read it all. */
  readonly readableEnded?: boolean | undefined;
  /** True once nothing more comes. */
  readonly destroyed?: boolean | undefined;
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** What a body parser left: bytes or text are taken, anything parsed is refused with advice. */
  readonly body?: unknown;
  /** The raw body beside a parsed one, as Google's functions framework leaves it. */
  readonly rawBody?: unknown;
  /** Tells the chunks of the body. */
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  /** Tells the end of the body, or of the connection. */
  on(event: "end" | "close", listener: () => void): unknown;
  /** Tells what broke it off. */
  on(event: "error", listener: (error: unknown) => void): unknown;
}

/** What is needed of Node's `ServerResponse`, and of Express's `Response`. */
export interface NodeResponse {
  /** HTTP status. */
  statusCode: number;
  /** True once something has begun to answer. */
  readonly headersSent?: boolean | undefined;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends it, with this body. */
  end(body: string): unknown;
}

/** The body as it arrives. After a cancel, what still comes is dropped, so that the connection can be used again. */
function streamOf(request: NodeRequest): ReadableStream<Uint8Array> {
  let isOpen = true;
  return new ReadableStream({
    start(controller) {
      const end = (act: () => void) => () => {
        if (isOpen) act();
        isOpen = false;
      };
      request.on("data", (chunk) => {
        if (isOpen) controller.enqueue(chunk);
      });
      request.on(
        "end",
        end(() => controller.close()),
      );
      request.on("error", (error) => end(() => controller.error(error))());
      request.on(
        "close",
        end(() => controller.error(brokenOff())),
      );
    },
    cancel() {
      isOpen = false;
    },
  });
}

/** A body that fails with an error as soon as it is read, so that the handler reports it. */
const failing = (error: unknown): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      controller.error(error);
    },
  });

function bodyOf(request: NodeRequest): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  const { rawBody, body = rawBody, readableEnded, destroyed } = request;
  if (body === undefined && !readableEnded) return destroyed ? failing(brokenOff()) : streamOf(request);
  try {
    return toBytes(rawBody ?? body);
  } catch (error) {
    return failing(error);
  }
}

const headersOf = ({ headers }: NodeRequest): [string, string][] =>
  Object.entries(headers).flatMap(([name, value = []]) =>
    // HTTP/2 has its method and path among the headers.
    name.startsWith(":") ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );

/**
 * A handler as Node's `http.createServer` and Express want it: `app.post("/notify", toNodeListener(handler))`. Where
 * something else has answered by then, a timeout of the server's for example, its answer stays.
 */
export function toNodeListener(
  handler: WebhookHandler,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const url = "http://webhook.invalid/";
    // Any other method is answered alike, and some of them a Request can't have.
    const answer = await handler(
      request.method === "POST"
        ? new Request(url, {
            method: "POST",
            headers: headersOf(request),
            body: bodyOf(request),
            duplex: "half",
          })
        : new Request(url),
    );
    const body = await answer.text();
    if (response.headersSent) return;
    response.statusCode = answer.status;
    for (const [name, value] of answer.headers) response.setHeader(name, value);
    response.end(body);
  };
}
