import { createServer } from "node:http";
import type { Sandbox, SandboxServer } from "payments-client/sandbox";
import { listen, requestOf } from "../support/listen.ts";

/** What else goes wrong between a client and its gateway. */
interface Faults {
  /** Of the requests without a response, those that the sandbox does not process. */
  readonly isLost?: (product: Record<string, unknown>) => boolean;
  /** Whether the responses to GET lack their last character. */
  readonly isCutShort?: boolean;
  /** How far the gateway's clock is behind, in milliseconds. */
  readonly isBehindBy?: number;
}

/** A product as a gateway with a slow clock shows it. */
const earlier = (text: string, milliseconds: number): string =>
  text.replaceAll(/(?<="(?:created|updated)_at":")[^"]+/g, (time) =>
    new Date(Date.parse(time) - milliseconds).toISOString(),
  );

/** A sandbox that processes the first `times` POST requests and closes their connections without a response. */
export async function dropResponses(
  sandbox: Sandbox,
  times: number,
  { isLost = () => false, isCutShort = false, isBehindBy = 0 }: Faults = {},
): Promise<SandboxServer> {
  let dropped = 0;
  const server = createServer(async (request, response) => {
    const { method } = request;
    const sent = await requestOf(request);
    const isDropped = method !== "GET" && dropped < times;
    if (isDropped) dropped += 1;
    if (isDropped && isLost(Object(await sent.clone().json()))) return response.destroy();
    const answer = await sandbox.fetch(sent);
    const text = earlier(await answer.text(), isBehindBy);
    if (isDropped) return response.destroy();
    response.writeHead(answer.status, { "content-type": "application/json" });
    return response.end(isCutShort && method === "GET" ? text.slice(0, -1) : text);
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(server);
  return {
    url,
    dashboardUrl: url,
    clientOptions: { ...sandbox.clientOptions, baseUrl: url, checkoutUrl: url, gatewayUrl: url },
    close: async () => close(),
  };
}
