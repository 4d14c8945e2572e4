import { once } from "node:events";
import { connect } from "node:net";
import { Worker } from "node:worker_threads";

/** Listens, then blocks its thread without accepting a connection. */
const BLOCKED_SERVER = `
  const server = require("node:net").createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    require("node:worker_threads").parentPort.postMessage(server.address().port);
    setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
  });
`;

/** A port with a full backlog: further connections are neither accepted nor refused. */
export async function fullBacklog(): Promise<AsyncDisposable & { readonly port: number }> {
  const worker = new Worker(BLOCKED_SERVER, { eval: true });
  const [port] = await once(worker, "message");
  const waiting = Array.from({ length: 4 }, () => connect(port, "127.0.0.1").on("error", () => undefined));
  await Promise.all(waiting.slice(0, 2).map((socket) => once(socket, "connect")));
  return {
    port,
    [Symbol.asyncDispose]: async () => {
      for (const socket of waiting) socket.destroy();
      await worker.terminate();
    },
  };
}

/** A port where nothing can listen: the local end of a connection that a server holds open. */
export async function closedPort(server: { readonly port: number }): Promise<number> {
  const socket = connect(server.port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect");
  if (socket.localPort === undefined) throw new Error("no port");
  return socket.localPort;
}
