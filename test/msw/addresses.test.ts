import { setupServer } from "msw/node";
import { expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { sandboxHandlers } from "../../src/msw/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";

const credentials = { shopId: 4821, secretKey: "s3cret" };

const product = {
  name: "Pass",
  description: "One year",
  currency: "EUR",
  amount: 12900,
  infinite: true,
  immortal: true,
};

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

test("each of the merchant's own addresses is answered, and returned URLs keep its path", async () => {
  const sandbox = new Sandbox(credentials);
  using _ = mock(sandbox, addresses);
  const payments = new PaymentsClient({ ...credentials, ...addresses });
  const { id, pay_url, confirm_url } = await payments.products.create(product);
  const base = "https://api.gateway.example/products-api/v1";
  expect(pay_url).toBe(`${base}/products/${id}/pay`);
  expect(confirm_url).toBe(`https://gateway.example/checkout/v2/confirm_order/${id}/4821`);
  expect(await payments.products.get(id)).toMatchObject({ pay_url, confirm_url });
  expect(await payments.products.list()).toMatchObject([{ pay_url, confirm_url }]);
  expect((await fetch(confirm_url)).status).toBe(200);
  const { token, redirect_url } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount: 12900, currency: "EUR", description: "Pass", tracking_id: "a/b?c#d" },
  });
  expect(redirect_url).toBe(`https://gateway.example/checkout/v2/checkout?token=${token}`);
  const page = await fetch(redirect_url);
  expect([page.status, page.headers.get("content-type")]).toStrictEqual([200, "text/html; charset=UTF-8"]);
  const { uid } = await sandbox.pay(token);
  expect(await payments.transactions.findByTrackingId("a/b?c#d")).toMatchObject([{ uid }]);
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
  expect(await nowhere.json()).toStrictEqual({ message: "Record not found" });
});
