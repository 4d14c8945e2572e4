import { connectionClosed, toHeaders, toStream } from "../runtime/node-stream.ts";
import type { WebhookHandler } from "./handler.ts";
import { toBytes } from "./raw-body.ts";

/** The part of Node's `IncomingMessage`, and Express's `Request`, that the listener uses. */
export interface NodeRequest {
  /** HTTP method. */
  readonly method?: string | undefined;
  /** True if a body parser has read the whole body. */
  readonly readableEnded?: boolean | undefined;
  /** True if the request was destroyed. */
  readonly destroyed?: boolean | undefined;
  /** Headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Set by a body parser. Bytes and strings are used. A parsed body is refused with advice. */
  readonly body?: unknown;
  /** The raw body next to a parsed body, as set by Google's functions framework. */
  readonly rawBody?: unknown;
  /** Emits the chunks of the body. */
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  /** Emits the end of the body, or of the connection. */
  on(event: "end" | "close", listener: () => void): unknown;
  /** Emits the error that ended the request early. */
  on(event: "error", listener: (error: unknown) => void): unknown;
  /** Lets the body flow if a middleware has paused it. */
  resume?(): unknown;
}

/** The part of Node's `ServerResponse`, and Express's `Response`, that the listener uses. */
export interface NodeResponse {
  /** HTTP status. */
  statusCode: number;
  /** True if a response has been started. */
  readonly headersSent?: boolean | undefined;
  /** Sets a header. */
  setHeader(name: string, value: string): unknown;
  /** Sends the response with this body. */
  end(body: string): unknown;
}

/** A body that fails when it is read, so that the handler reports the error. */
const failing = (error: unknown): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      controller.error(error);
    },
  });

function bodyOf(request: NodeRequest): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> {
  const { rawBody, body = rawBody, readableEnded, destroyed } = request;
  if (body === undefined && !readableEnded)
    return destroyed ? failing(connectionClosed()) : toStream(request);
  try {
    return toBytes(rawBody ?? body);
  } catch (error) {
    return failing(error);
  }
}

/** Converts a request for a handler. Undefined if it has a header that no `Request` can have. */
function toRequest(request: NodeRequest): Request | undefined {
  const url = "http://webhook.invalid/";
  // The handler refuses all other methods, and a Request can't have some of them, such as TRACE.
  if (request.method !== "POST") return new Request(url);
  let headers: Headers;
  try {
    headers = new Headers(toHeaders(request.headers));
  } catch {
    return undefined;
  }
  return new Request(url, { method: "POST", headers, body: bodyOf(request), duplex: "half" });
}

/**
 * Adapts a handler to Node's `http.createServer` and Express: `app.post("/notify", toNodeListener(handler))`. If
 * another middleware or a timeout of the server has already responded, the listener sends nothing.
 */
export function toNodeListener(
  handler: WebhookHandler,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    const received = toRequest(request);
    const result = received ? await handler(received) : new Response(null, { status: 400 });
    const body = await result.text();
    if (response.headersSent) return;
    response.statusCode = result.status;
    for (const [name, value] of result.headers) response.setHeader(name, value);
    response.end(body);
  };
}
