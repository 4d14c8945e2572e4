import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import { connect, type Socket } from "node:net";
import { type Listening, listen } from "../../support/listen.ts";

/** A request to the proxy. */
interface Asked {
  readonly method: string | undefined;
  /** `host:port` of a tunnel, or the full URL of a forwarded request. */
  readonly target: string | undefined;
  readonly authorization: string | undefined;
}

export interface Proxy extends Listening {
  readonly asked: readonly Asked[];
}

/** A forward proxy on a loopback port: tunnels for CONNECT, otherwise forwards requests. `refuses`: responds 407. */
export async function openProxy({ refuses = false } = {}): Promise<Proxy> {
  const asked: Asked[] = [];
  const note = ({ method, url, headers }: IncomingMessage): void => {
    asked.push({ method, target: url, authorization: headers["proxy-authorization"] });
  };
  const server = createServer((request, response) => {
    note(request);
    const { method, headers, url = "" } = request;
    if (refuses) return void response.writeHead(407).end();
    const passedOn = sendRequest(url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(passedOn);
  });
  server.on("connect", (request: IncomingMessage, client: Socket, head: Buffer) => {
    note(request);
    if (refuses) return void client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    const [host, port] = (request.url ?? "").split(":");
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
