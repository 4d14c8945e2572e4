import { once } from "node:events";
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Sandbox, SandboxServer } from "payments-client/sandbox";

/** A sandbox that processes the first `times` POST requests and closes their connections without a response. */
export async function dropResponses(sandbox: Sandbox, times: number): Promise<SandboxServer> {
  let lost = 0;
  const server = createServer(async (request, response) => {
    const { method = "GET", headers, url } = request;
    const body = method === "GET" ? null : await buffer(request);
    const authorization = headers.authorization ?? "";
    const init = { method, body, headers: { authorization, "content-type": "application/json" } };
    const answer = await sandbox.fetch(new Request(`http://${headers.host}${url}`, init));
    if (method === "POST" && lost < times) {
      lost += 1;
      response.destroy();
      return;
    }
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    clientOptions: { ...sandbox.clientOptions, baseUrl: url, checkoutUrl: url, gatewayUrl: url },
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
