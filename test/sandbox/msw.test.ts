import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { NotFoundError, PaymentsClient } from "../../src/index.ts";
import { sandboxHandlers } from "../../src/msw.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { aCheckout, endlessProduct } from "../models/params.ts";
import { startGateway } from "../support/gateway.ts";

const credentials = { shopId: 4821, secretKey: "s3cret" };

/** Lets msw answer the global fetch. Names below `.example` do not resolve, so unmocked requests fail. */
const mock = (...parameters: Parameters<typeof sandboxHandlers>): Disposable => {
  const server = setupServer(...sandboxHandlers(...parameters));
  server.listen();
  return { [Symbol.dispose]: () => server.close() };
};

const addresses = {
  baseUrl: "https://api.gateway.example/products-api/v1/",
  checkoutUrl: "https://gateway.example/checkout",
  gatewayUrl: "https://gateway.example/transactions-api//",
};

test("a client on the global fetch uses the sandbox, without a socket", async () => {
  const sandbox = new Sandbox(credentials);
  using _ = mock(sandbox);
  const { baseUrl, checkoutUrl } = sandbox.clientOptions;
  const payments = new PaymentsClient({ ...credentials, baseUrl, checkoutUrl });
  const { token } = await payments.checkouts.create(aCheckout);
  await sandbox.pay(token);
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "successful" });
});

test("each of the merchant's own addresses is answered, and returned URLs keep its path", async () => {
  const sandbox = new Sandbox(credentials);
  using _ = mock(sandbox, addresses);
  const payments = new PaymentsClient({ ...credentials, ...addresses });
  const { id, pay_url, confirm_url } = await payments.products.create(endlessProduct);
  const base = "https://api.gateway.example/products-api/v1";
  expect(pay_url).toBe(`${base}/products/${id}/pay`);
  expect(confirm_url).toBe(`https://gateway.example/checkout/v2/confirm_order/${id}/4821`);
  expect(await payments.products.get(id)).toMatchObject({ pay_url, confirm_url });
  expect(await payments.products.list()).toMatchObject([{ pay_url, confirm_url }]);
  const link = await fetch(pay_url, { redirect: "manual" });
  expect(link.headers.get("location")).toMatch(/v2\/checkout/);
  expect((await fetch(confirm_url)).status).toBe(200);
  const { token, redirect_url } = await payments.checkouts.create({
    ...aCheckout,
    order: { ...aCheckout.order, tracking_id: "a/b?c#d" },
  });
  expect(redirect_url).toBe(`https://gateway.example/checkout/widget/hpp.html?token=${token}`);
  const page = await fetch(redirect_url);
  expect([page.status, page.headers.get("content-type")]).toStrictEqual([200, "text/html; charset=UTF-8"]);
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "error" });
  const { uid } = await sandbox.pay(token);
  expect(await payments.transactions.findByTrackingId("a/b?c#d")).toMatchObject([{ uid }]);
  const refund = await payments.transactions.refund({ parent_uid: uid, amount: 900, reason: "Guide" });
  expect(await payments.transactions.get(refund.uid)).toMatchObject({ type: "refund", amount: 900 });
  await expect(payments.products.get("prd_no_such")).rejects.toThrow(NotFoundError);
});

test("URLs outside of the addresses pass through", async () => {
  using _ = mock(new Sandbox(credentials), addresses);
  for (const url of [
    "https://api.gateway.example/products-api/v10/products",
    "https://api.gateway.example/products-api",
    "https://api.gateway.example/",
    "https://gateway.example/products",
    "https://gateway.example.evil.example/checkout/ctp/api/checkouts",
    "http://gateway.example/checkout/ctp/api/checkouts",
    "https://other.example/?to=https://gateway.example/checkout",
  ]) {
    await expect(fetch(url), url).rejects.toThrow();
  }
});

test("the address itself is answered, with a trailing slash, with a query, and without", async () => {
  const sandbox = new Sandbox(credentials);
  using _ = mock(sandbox, addresses);
  for (const end of ["", "/", "?a=1", "/?a=1", "/nowhere"]) {
    const answer = await fetch(`https://gateway.example/checkout${end}`);
    expect(answer.status, end).toBeLessThan(500);
  }
  const nowhere = await fetch("https://gateway.example/checkout/nowhere");
  expect(await nowhere.json()).toStrictEqual({ message: "this local gateway does not serve GET /nowhere" });
});

test("without a gatewayUrl, transactions are not mocked", async () => {
  await using other = await startGateway({ status: 200, body: { transactions: [] } });
  const { baseUrl, checkoutUrl } = addresses;
  using _ = mock(new Sandbox(credentials), { baseUrl, checkoutUrl });
  await other.client().transactions.findByTrackingId("order-1007");
  expect(other.requests).toHaveLength(1);
});

test("an invalid address is refused at once", () => {
  const { checkoutUrl } = addresses;
  expect(() => sandboxHandlers(new Sandbox(), { baseUrl: "gateway", checkoutUrl })).toThrow(TypeError);
});
