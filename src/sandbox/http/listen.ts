import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { toHeaders, toReader } from "../../runtime/node-stream.ts";
import { readBytes } from "../../runtime/read-bytes.ts";

export interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

const hostInUrl = (host: string): string => {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
};

type Fetch = (request: Request) => Response | Promise<Response>;

/** Maximum bytes of a body, because any page in the developer's browser can post here. */
const MAX_BODY_BYTES = 1_048_576;

class BodyTooLarge extends Error {}

async function readIncoming(incoming: IncomingMessage): Promise<Uint8Array> {
  if (Number(incoming.headers["content-length"]) > MAX_BODY_BYTES) {
    incoming.resume();
    throw new BodyTooLarge();
  }
  const { bytes, isTooLarge, failure } = await readBytes(toReader(incoming), MAX_BODY_BYTES);
  if (isTooLarge) throw new BodyTooLarge();
  if (failure) throw failure.error;
  return bytes;
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = "GET", url = "/", headers } = incoming;
  const body = await readIncoming(incoming);
  return new Request(`http://${headers.host ?? "127.0.0.1"}${url}`, {
    method,
    headers: toHeaders(headers),
    body: method === "GET" || method === "HEAD" ? null : body,
  });
}

/** Streams the response, because the events of the dashboard never end. */
async function send(answer: Response, outgoing: ServerResponse): Promise<void> {
  if (answer.type === "error") {
    outgoing.destroy();
    return;
  }
  const closed = new AbortController();
  outgoing.once("close", () => closed.abort());
  outgoing.statusCode = answer.status;
  for (const [name, value] of answer.headers) outgoing.appendHeader(name, value);
  outgoing.flushHeaders();
  const sink = new WritableStream<Uint8Array>({
    write: (chunk) => new Promise((resolve) => outgoing.write(chunk, () => resolve())),
  });
  await answer.body?.pipeTo(sink, { signal: closed.signal });
  outgoing.end();
}

/** Does not import Node's http module, because bundles for Workers or browsers would not build. */
function createServer(fetch: Fetch): Server {
  const http = globalThis.process?.getBuiltinModule?.("node:http");
  if (!http) throw new Error("listen() needs Node 22.3 or newer");
  return http.createServer((incoming, outgoing) => {
    toRequest(incoming)
      .then(
        fetch,
        // The constructor of Request throws for a method such as TRACE and for an invalid Host.
        (error) =>
          new Response(null, {
            status: error instanceof BodyTooLarge ? 413 : 400,
            headers: { "x-request-id": crypto.randomUUID() },
          }),
      )
      .then((answer) => send(answer, outgoing))
      .catch(() => outgoing.destroy());
  });
}

export async function listen(fetch: Fetch, port: number, host: string): Promise<Listening> {
  const server = createServer(fetch);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const bound = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://${hostInUrl(host)}:${bound}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
