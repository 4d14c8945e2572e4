/** Answers every request with a product. Sends its port to the parent process. */
import { createServer } from "node:http";
import product from "../../test/fixtures/product.json" with { type: "json" };

const body = JSON.stringify(product);

const headers = { "content-type": "application/json", "x-request-id": "req_1" };

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(201, headers).end(body);
  });
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
