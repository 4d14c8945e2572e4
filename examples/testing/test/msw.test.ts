/** The code under test creates its own client from the environment; `payments-client/msw` mocks the network. */
import { http } from "msw";
import { setupServer } from "msw/node";
import { PaymentsClient } from "payments-client";
import { sandboxHandlers } from "payments-client/msw";
import { Sandbox } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { paymentState, startPayment } from "../src/checkout.ts";
import { handlersOf } from "../src/handlers.ts";
import { Orders } from "../src/orders.ts";

const order = { id: "order-1007", description: "Annual pass", amount: 12900, currency: "EUR" };
const account = { shopId: "4821", secretKey: "a key for tests" };
const addresses = { baseUrl: "https://api.gateway.example", checkoutUrl: "https://checkout.gateway.example" };

const server = setupServer();
let sandbox: Sandbox;
let orders: Orders;

beforeAll(() => {
  vi.stubEnv("PAYMENTS_SHOP_ID", account.shopId);
  vi.stubEnv("PAYMENTS_SECRET_KEY", account.secretKey);
  vi.stubEnv("PAYMENTS_BASE_URL", addresses.baseUrl);
  vi.stubEnv("PAYMENTS_CHECKOUT_URL", addresses.checkoutUrl);
  server.listen({ onUnhandledFrame: "error" });
});
afterAll(() => {
  server.close();
  vi.unstubAllEnvs();
});

/** The gateway and the shop at their own URLs, so that notifications are delivered too. */
beforeEach(async () => {
  sandbox = new Sandbox(account);
  orders = new Orders();
  orders.add(order);
  const notify = new Webhooks({ ...account, publicKey: await sandbox.publicKey() }).handler(
    handlersOf(orders),
  );
  server.resetHandlers(
    ...sandboxHandlers(sandbox, addresses),
    http.post("https://shop.example/notifications", ({ request }) => notify(request)),
  );
});

async function openPayment() {
  const payments = new PaymentsClient();
  const started = await startPayment(payments, orders, order);
  if (started.is !== "started") throw new Error("the sandbox did not respond");
  return { payments, token: started.token, url: started.url };
}

test("the customer is sent to the gateway's payment page", async () => {
  const { url } = await openPayment();
  expect(new URL(url).origin).toBe(addresses.checkoutUrl);
});

test("an order is shipped when it is paid", async () => {
  const { payments, token } = await openPayment();
  await sandbox.pay(token);
  expect(await paymentState(payments, orders, token)).toBe("paid");
  orders.ship();
  expect(orders.shipped).toEqual(["order-1007"]);
});

test("a notification from someone else is refused", async () => {
  const body = JSON.stringify({ transaction: { uid: "1", status: "successful", tracking_id: order.id } });
  const log = vi.spyOn(console, "error").mockReturnValue();
  const response = await fetch("https://shop.example/notifications", { method: "POST", body });
  expect(response.status).toBe(401);
  expect(log).toHaveBeenCalledWith(expect.stringContaining("answered 401 to a notification"));
  orders.ship();
  expect(orders.shipped).toEqual([]);
});
