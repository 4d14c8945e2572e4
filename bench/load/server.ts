/**
 * A gateway that answers every call, but destroys the connection of 5 % of the requests before the response. Sends its
 * port, and its counts on request.
 */
import { createServer } from "node:http";
import { calls } from "../../test/client/calls.ts";

/** The counts of a gateway. */
interface Seen {
  requests: number;
  destroyed: number;
  /** POST requests that arrived more than once. */
  duplicates: number;
}

const FAILING = 0.05;

const seen: Seen = { requests: 0, destroyed: 0, duplicates: 0 };
const posted = new Set<unknown>();

const answers = new Map(calls.map(({ method, path, answer }) => [`${method} ${path}`, answer]));

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    const { method, url, headers } = request;
    const number = headers["x-call"];
    seen.requests += 1;
    if (method === "POST") {
      if (posted.has(number)) seen.duplicates += 1;
      posted.add(number);
    }
    if (Math.random() < FAILING) {
      seen.destroyed += 1;
      return request.socket.destroy();
    }
    const { status, body } = answers.get(`${method} ${url}`) ?? { status: 404 };
    response.writeHead(status, { "content-type": "application/json" });
    return response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});

process.on("message", () => process.send?.(seen));
process.on("disconnect", () => process.exit());
