import { createServer, type IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { type Listening, listen } from "../../support/listen.ts";

/** A tunnel that was asked for. */
interface Asked {
  readonly method: string | undefined;
  /** `host:port` of a tunnel. */
  readonly target: string;
  readonly authorization: string | undefined;
}

export interface Proxy extends Listening {
  readonly asked: readonly Asked[];
}

/** A proxy on a loopback port, which opens tunnels for CONNECT. */
export async function openProxy(): Promise<Proxy> {
  const asked: Asked[] = [];
  const server = createServer();
  server.on("connect", (request: IncomingMessage, client: Socket, head: Buffer) => {
    const { method, url: target = "", headers } = request;
    asked.push({ method, target, authorization: headers["proxy-authorization"] });
    const [host, port] = target.split(":");
    const upstream = connect(Number(port), host, () => {
      client.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      upstream.write(head);
      client.pipe(upstream).pipe(client);
    });
    client.on("close", () => upstream.destroy());
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
  });
  return { ...(await listen(server)), asked };
}
