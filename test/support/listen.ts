import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Server, Socket } from "node:net";
import { buffer } from "node:stream/consumers";

export interface Listening extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
}

/** Starts a server on a loopback port. Disposing of it closes the server and its connections. */
export async function listen(server: Server): Promise<Listening> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => sockets.add(socket));
  // A client of a busy machine may use a connection again after the five seconds for which Node keeps it.
  Object.assign(server, { keepAliveTimeout: 0 });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    [Symbol.asyncDispose]: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A request that a server received, for a `fetch` without a network. */
export async function requestOf(incoming: IncomingMessage, path = incoming.url): Promise<Request> {
  const { method = "GET", headers } = incoming;
  const body = method === "GET" ? null : await buffer(incoming);
  return new Request(`http://127.0.0.1${path}`, { method, headers: Object(headers), body });
}
