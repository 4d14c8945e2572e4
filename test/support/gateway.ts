import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { type ClientOptions, PaymentsClient } from "../../src/index.ts";
import { listen } from "./listen.ts";

/** A received request. */
interface ReceivedRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A response: a status with a body, sent as JSON unless it is a string, or a function that writes it. */
export type Answer =
  | { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }
  | ((response: ServerResponse, request: ReceivedRequest) => void);

/** A real HTTP server on a loopback port with the given responses, which records all requests. */
export interface Gateway extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
  /** A client of this gateway. */
  client(options?: ClientOptions): PaymentsClient;
}

export const SHOP_ID = "4821";
export const SECRET_KEY = "s3cret-key-of-the-shop";

/** The options of a client whose gateway has this address. */
export const optionsFor = (url: string) => ({
  shopId: SHOP_ID,
  secretKey: SECRET_KEY,
  baseUrl: url,
  checkoutUrl: url,
  gatewayUrl: url,
});

/** Starts a gateway that sends these responses in turn, repeating the last one. */
export async function startGateway(...answers: readonly Answer[]): Promise<Gateway> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((incoming, response) => {
    let body = "";
    incoming.setEncoding("utf8");
    incoming.on("data", (chunk: string) => {
      body += chunk;
    });
    incoming.on("end", () => {
      const { method, url: path, headers } = incoming;
      const request = { method, path, headers, body };
      const answer = answers[Math.min(requests.length, answers.length - 1)];
      requests.push(request);
      if (answer === undefined) response.writeHead(200).end();
      else if (typeof answer === "function") answer(response, request);
      else {
        const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
        response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
        response.end(text);
      }
    });
  });
  const { url, [Symbol.asyncDispose]: close } = await listen(server);
  return {
    url,
    requests,
    client: (options) => new PaymentsClient({ ...optionsFor(url), ...options }),
    [Symbol.asyncDispose]: close,
  };
}
