/**
 * A gateway that answers every call, but destroys the connection of 5 % of the requests before the response. Sends its
 * port, and its counts on request.
 */
import { createServer, type ServerResponse } from "node:http";
import checkoutCreated from "../../test/fixtures/checkout-created.json" with { type: "json" };
import checkoutStatus from "../../test/fixtures/checkout-status.json" with { type: "json" };
import product from "../../test/fixtures/product.json" with { type: "json" };

/** The counts of a gateway. */
export interface Seen {
  requests: number;
  destroyed: number;
  /** Creations that arrived more than once. */
  duplicates: number;
}

const FAILING = 0.05;

const seen: Seen = { requests: 0, destroyed: 0, duplicates: 0 };
const created = new Set<string>();

const answers: Record<string, readonly [status: number, body: unknown]> = {
  "POST /products": [201, product],
  "GET /products": [200, [product]],
  [`GET /products/${product.id}`]: [200, product],
  [`PUT /products/${product.id}`]: [204, undefined],
  "POST /ctp/api/checkouts": [200, checkoutCreated],
  [`GET /ctp/api/checkouts/${checkoutStatus.checkout.token}`]: [200, checkoutStatus],
};

function answer(request: string, response: ServerResponse): void {
  const [status, body] = answers[request] ?? [404, {}];
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Each creation has a unique number as its description. */
function countDuplicates(body: string): void {
  const number = /"description":"(\d+)"/.exec(body)?.[1];
  if (number === undefined) return;
  if (created.has(number)) seen.duplicates += 1;
  created.add(number);
}

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (chunk: string) => {
    body += chunk;
  });
  request.on("end", () => {
    seen.requests += 1;
    countDuplicates(body);
    if (Math.random() >= FAILING) return answer(`${request.method} ${request.url}`, response);
    seen.destroyed += 1;
    request.socket.destroy();
  });
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});

process.on("message", () => process.send?.(seen));
process.on("disconnect", () => process.exit());
