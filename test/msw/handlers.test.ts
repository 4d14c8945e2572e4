import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { NotFoundError, PaymentsClient } from "../../src/index.ts";
import { sandboxHandlers } from "../../src/msw/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";
import { startGateway } from "../support/gateway.ts";

/** Lets msw answer the global fetch. */
const mock = (...parameters: Parameters<typeof sandboxHandlers>): Disposable => {
  const server = setupServer(...sandboxHandlers(...parameters));
  server.listen();
  return { [Symbol.dispose]: () => server.close() };
};

const order = { amount: 12900, currency: "EUR", description: "Annual pass" };
const credentials = { shopId: 4821, secretKey: "s3cret" };

test("a client on the global fetch reaches the sandbox without a socket", async () => {
  const sandbox = new Sandbox(credentials);
  using _ = mock(sandbox);
  const { baseUrl, checkoutUrl } = sandbox.clientOptions;
  const payments = new PaymentsClient({ ...credentials, baseUrl, checkoutUrl });
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
  await sandbox.pay(token);
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "successful" });
});

test("code with the gateway's own addresses, paths included, needs no change", async () => {
  const addresses = {
    baseUrl: "https://api.gateway.example/v1/",
    checkoutUrl: "https://checkout.gateway.example",
    gatewayUrl: "https://gateway.example/",
  };
  const sandbox = new Sandbox(credentials);
  using _ = mock(sandbox, addresses);
  const payments = new PaymentsClient({ ...credentials, ...addresses });
  const product = await payments.products.create({
    name: "Pass",
    description: "One year",
    currency: "EUR",
    amount: 12900,
    infinite: true,
    immortal: true,
  });
  expect(await payments.products.list()).toMatchObject([{ id: product.id }]);
  expect(product.pay_url).toBe(`https://api.gateway.example/v1/products/${product.id}/pay`);
  expect((await fetch(product.pay_url, { redirect: "manual" })).headers.get("location")).toMatch(
    /v2\/checkout/,
  );
  const { token, redirect_url } = await payments.checkouts.create({ transaction_type: "payment", order });
  expect(new URL(redirect_url).origin).toBe("https://checkout.gateway.example");
  expect((await fetch(redirect_url)).headers.get("content-type")).toMatch(/^text\/html|json/);
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "incomplete" });
  await expect(payments.products.get("prd_no_such")).rejects.toThrow(NotFoundError);
  const { uid: parent_uid } = await sandbox.pay(token);
  const refund = await payments.transactions.refund({ parent_uid, amount: 900, reason: "Guide" });
  expect(await payments.transactions.get(refund.uid)).toMatchObject({ type: "refund", amount: 900 });
});

test("without a gatewayUrl, transactions are not mocked", async () => {
  await using other = await startGateway({ status: 200, body: { transactions: [] } });
  using _ = mock(new Sandbox(credentials), {
    baseUrl: "https://api.gateway.example",
    checkoutUrl: "https://checkout.gateway.example",
  });
  await other.client().transactions.findByTrackingId("order-1007");
  expect(other.requests).toHaveLength(1);
});

test("requests to other addresses are not mocked", async () => {
  await using other = await startGateway({ status: 200, body: "not the sandbox" });
  using _ = mock(new Sandbox(), { baseUrl: `${other.url}/api`, checkoutUrl: "https://b.example" });
  expect(await (await fetch(`${other.url}/apiary/products`)).text()).toBe("not the sandbox");
  expect((await fetch(`${other.url}/api/products`)).status).toBe(401);
});

test("an invalid address is refused at once", () => {
  expect(() =>
    sandboxHandlers(new Sandbox(), { baseUrl: "gateway", checkoutUrl: "https://b.example" }),
  ).toThrow(TypeError);
});
