import { WebhookError } from "../errors/webhook-error.ts";
import { connectionClosed, toReader } from "../runtime/node-stream.ts";
import type { ByteReader } from "../runtime/read-bytes.ts";
import { readOption } from "../shared/read-option.ts";
import { reportFailure } from "./failure-log.ts";
import { endWith, type WebhookHandler } from "./handler.ts";
import { notRaw, toBytes, type WebhookRequest } from "./raw-body.ts";

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
const failing = (error: unknown): ByteReader => ({ read: () => Promise.reject(error) });

/** A body that a parser has read. */
const readerOf = (value: Uint8Array): ByteReader => {
  const chunks = [{ done: false, value }];
  return { read: async () => chunks.pop() ?? { done: true } };
};

/** Reads the properties of a request, which may be getters of a platform that throw for a wrong body. */
function bodyOf(request: NodeRequest): ByteReader {
  try {
    const { rawBody, body = rawBody, readableEnded, destroyed } = request;
    if (body !== undefined || readableEnded) return readerOf(toBytes(rawBody ?? body));
    return destroyed ? failing(connectionClosed()) : toReader(request);
  } catch (error) {
    return failing(error instanceof WebhookError ? error : notRaw("cannot be read"));
  }
}

/** The members of a request that a handler reads. A `Request` costs as much as the verification of a signature. */
function toRequest(request: NodeRequest): WebhookRequest {
  const { method = "", headers } = request;
  const get = (name: string): string | null => {
    const value = readOption(headers, name.toLowerCase());
    return value === undefined ? null : [value].flat().join(", ");
  };
  // The handler reads no body of another method.
  const reader = method === "POST" ? bodyOf(request) : undefined;
  return { method, headers: { get }, body: reader ? { getReader: () => reader } : null, bodyUsed: false };
}

/**
 * Adapts a handler to Node's `http.createServer` and Express: `app.post("/notify", toNodeListener(handler))`. If
 * another middleware or a timeout of the server has already responded, the listener sends nothing. Its promise never
 * rejects.
 */
export function toNodeListener(
  handler: WebhookHandler,
): (request: NodeRequest, response: NodeResponse) => Promise<void> {
  return async (request, response) => {
    try {
      const answer = await handler(toRequest(request));
      const body = answer.body ? await answer.text() : "";
      if (response.headersSent) return;
      response.statusCode = answer.status;
      for (const [name, value] of answer.headers) response.setHeader(name, value);
      response.end(body);
    } catch (error) {
      // The handler is another function, or the response refuses what it is given.
      reportFailure(error);
      endWith(response, 500);
    }
  };
}
