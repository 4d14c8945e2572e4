const { PaymentsClient } = require("payments-client");
const { sandboxHandlers } = require("payments-client/msw");
const { Sandbox } = require("payments-client/sandbox");
const { setupServer } = require("msw/node");

test("the local gateway answers at the gateway's addresses", async () => {
  const sandbox = new Sandbox({ shopId: 4821, secretKey: "key" });
  const addresses = {
    baseUrl: "https://api.gateway.example",
    checkoutUrl: "https://checkout.gateway.example",
  };
  const server = setupServer(...sandboxHandlers(sandbox, addresses));
  server.listen({ onUnhandledRequest: "error" });
  const payments = new PaymentsClient({ shopId: 4821, secretKey: "key", ...addresses });
  expect(await payments.products.list()).toEqual([]);
  server.close();
  process.stdout.write("ok\n");
});
