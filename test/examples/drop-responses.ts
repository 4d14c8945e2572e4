import { createServer } from "node:http";
import type { Sandbox, SandboxServer } from "payments-client/sandbox";
import { listen, requestOf } from "../support/listen.ts";

/**
 * A sandbox that closes the connections of the first `times` POST requests without a response.
 *
 * @param isLost Of these requests, those that the sandbox does not process.
 */
export async function dropResponses(
  sandbox: Sandbox,
  times: number,
  isLost: (product: Record<string, unknown>) => boolean,
): Promise<SandboxServer> {
  let dropped = 0;
  const server = createServer(async (request, response) => {
    const sent = await requestOf(request);
    const isDropped = request.method !== "GET" && dropped < times;
    if (isDropped) dropped += 1;
    if (isDropped && isLost(Object(await sent.clone().json()))) return response.destroy();
    const answer = await sandbox.fetch(sent);
    if (isDropped) return response.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" });
    return response.end(await answer.text());
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(server);
  return {
    url,
    dashboardUrl: url,
    clientOptions: { ...sandbox.clientOptions, baseUrl: url, checkoutUrl: url, gatewayUrl: url },
    close: async () => close(),
  };
}
