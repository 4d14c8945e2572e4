/** Answers every request with a product. Sends its port to the parent process. */
import { createServer } from "node:http";

const product = JSON.stringify({
  id: "prd_7c1e04b29f3a5d68",
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: 12900,
  quantity: 40,
  infinite: false,
  language: "en",
  transaction_type: "payment",
  created_at: "2026-03-02T08:14:55.120Z",
  updated_at: "2026-03-02T08:14:55.120Z",
  test: true,
  additional_data: {},
  pay_url: "https://api.gateway.example/products/prd_7c1e04b29f3a5d68/pay",
  payment_url: "https://api.gateway.example/products/prd_7c1e04b29f3a5d68/pay",
  confirm_url: "https://checkout.gateway.example/v2/confirm_order/prd_7c1e04b29f3a5d68/4821",
});

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(201, { "content-type": "application/json" }).end(product);
  });
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(typeof address === "object" ? address?.port : undefined);
});
