import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { listen } from "../../support/listen.ts";

/** A request as read by the raw server. */
export interface SeenRequest {
  readonly path: string;
  /** The complete request. */
  readonly text: string;
  /** Its number on its connection, from 1. */
  readonly onConnection: number;
}

/** How a server handles a request on the raw socket; `nth` counts the requests of the server from 1. */
export type Behaviour = (socket: Socket, request: SeenRequest, nth: number) => void;

export type Certificate = "trusted" | "self-signed" | "wrong-name";

export interface RawServerOptions {
  readonly serve?: Behaviour | undefined;
  /** Called on each new connection. */
  readonly onConnection?: ((socket: Socket) => void) | undefined;
  /** Uses TLS with this certificate. */
  readonly certificate?: Certificate | undefined;
}

/** A raw server that parses just enough HTTP to count requests. */
export interface RawServer extends AsyncDisposable {
  readonly port: number;
  /** The path prefix of its requests. Others were meant for an earlier server on the same port. */
  readonly base: string;
  readonly requests: readonly SeenRequest[];
  /** Resolves once no client is connected. */
  idle(): Promise<void>;
}

export const pem = (name: Certificate | "ca" | "key"): string =>
  readFileSync(new URL(`certificates/${name}.pem`, import.meta.url), "utf8");

/** The first complete request in the received bytes, and the rest; undefined if there is none. */
function takeRequest(received: Buffer, onConnection: number): [SeenRequest, Buffer] | undefined {
  const endOfHead = received.indexOf("\r\n\r\n");
  if (endOfHead < 0) return undefined;
  const head = received.toString("latin1", 0, endOfHead);
  const end = endOfHead + 4 + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (received.length < end) return undefined;
  const [, path = ""] = head.split(" ");
  const text = received.toString("utf8", 0, end);
  return [{ path, text, onConnection }, received.subarray(end)];
}

export async function startRawServer({
  serve,
  onConnection,
  certificate,
}: RawServerOptions): Promise<RawServer> {
  const requests: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  let onIdle = (): void => undefined;
  const base = `/${randomUUID()}`;

  const keep = (socket: Socket): void => {
    sockets.add(socket);
    // A client may disconnect at any time.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) onIdle();
    });
    onConnection?.(socket);
  };
  const read = (socket: Socket): void => {
    let received: Buffer = Buffer.alloc(0);
    let onConnection = 0;
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      received = Buffer.concat([received, chunk]);
      for (;;) {
        const taken = takeRequest(received, onConnection + 1);
        if (taken === undefined) return;
        received = taken[1];
        if (!taken[0].path.startsWith(base)) {
          socket.destroy();
          return;
        }
        onConnection += 1;
        requests.push(taken[0]);
        serve?.(socket, taken[0], requests.length);
      }
    });
  };

  const server =
    certificate === undefined
      ? createServer(read)
      : createTlsServer({ key: pem("key"), cert: pem(certificate) }, read);
  server.on("connection", keep);
  const { port, [Symbol.asyncDispose]: close } = await listen(server);
  return {
    port,
    base,
    requests,
    idle: () =>
      new Promise((resolve) => {
        onIdle = resolve;
        if (sockets.size === 0) resolve();
      }),
    [Symbol.asyncDispose]: close,
  };
}
