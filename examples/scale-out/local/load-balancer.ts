import { type IncomingMessage, request, type ServerResponse } from "node:http";

/** Passes a request on to one process. @returns false if it can't be reached; then the request is untouched. */
const pass = (incoming: IncomingMessage, outgoing: ServerResponse, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const { method, url: path, headers } = incoming;
    const passed = request({ host: "127.0.0.1", port, method, path, headers });
    passed.on("socket", (socket) => {
      const send = (): void => void incoming.pipe(passed);
      if (socket.connecting) socket.once("connect", send);
      else send();
    });
    passed.on("response", (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      resolve(true);
    });
    passed.on("error", (error) => {
      if ("code" in error && error.code === "ECONNREFUSED") return resolve(false);
      outgoing.writeHead(502).end();
      resolve(true);
    });
  });

/** Distributes requests in turn. A process that is down is left out. */
export function loadBalancer(ports: readonly number[]) {
  let turn = 0;
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    turn += 1;
    for (const [index] of ports.entries()) {
      const port = ports[(turn + index) % ports.length] ?? 0;
      if (await pass(incoming, outgoing, port)) return;
    }
    outgoing.writeHead(503, { "retry-after": "1" }).end("No app process is up");
  };
}
