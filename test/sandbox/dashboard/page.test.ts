import { expect, test } from "vitest";
import type { SandboxOptions } from "../../../src/sandbox/index.ts";
import { ORIGIN, openDashboard, product } from "./open-dashboard.ts";

const SECRET = "s3cret-key-of-the-shop";
const settings = { notification_url: "https://shop.example/notify" };

const open = (options: SandboxOptions = {}) => openDashboard({ secretKey: SECRET, ...options });

test("a new sandbox shows its shop id, keys, environment lines and how to make the first product and token", async () => {
  const { sandbox, get, section } = await open();
  const html = await get();
  const publicKey = await sandbox.publicKey();
  expect(html).toMatch(/^<!doctype html>/);
  for (const line of [
    "PAYMENTS_SHOP_ID=4821",
    `PAYMENTS_SECRET_KEY=${SECRET}`,
    `PAYMENTS_BASE_URL=${ORIGIN}`,
    `PAYMENTS_CHECKOUT_URL=${ORIGIN}`,
    `PAYMENTS_GATEWAY_URL=${ORIGIN}`,
    `PAYMENTS_PUBLIC_KEY=${publicKey}`,
  ]) {
    expect(html).toContain(line);
  }
  expect(await section("products")).toContain("payments.products.create(");
  expect(await section("tokens")).toContain("payments.checkouts.create(");
  expect(await section("cards")).toContain("4005 5500 0000 0019");
});

test("the secret key is only in closed details and in Copy buttons", async () => {
  const { sandbox, get, createToken } = await open();
  await sandbox.pay(await createToken("order-1007", { settings }));
  const shown = (await get())
    .replaceAll(/ data-copy="[^"]*"/g, "")
    .replaceAll(/<details.*?<\/details>/gs, "");
  expect(shown).toContain("PAYMENTS_SECRET_KEY=••••");
  expect(shown).not.toContain(SECRET);
});

test("a secret key with special characters is quoted in the environment lines", async () => {
  expect(await (await open({ secretKey: "two words" })).get()).toContain(
    "PAYMENTS_SECRET_KEY=&#39;two words&#39;",
  );
});

test("a secret key cannot run a command when its environment lines are pasted into a shell", async () => {
  expect(await (await open({ secretKey: "it's $(id)" })).get()).toContain(
    "PAYMENTS_SECRET_KEY=&#39;it&#39;\\&#39;&#39;s $(id)&#39;",
  );
});

test("a product is shown with its price, stock, state, links and QR code", async () => {
  const { payments, visit, section } = await open();
  const { id } = await payments.products.create({
    ...product,
    currency: "JPY",
    amount: 1500,
    infinite: false,
    quantity: 12,
  });
  const shown = await section("products");
  for (const text of [
    "Annual pass",
    "¥1,500",
    ">12<",
    ">open<",
    `${ORIGIN}/products/${id}/pay`,
    `${ORIGIN}/v2/confirm_order/${id}/4821`,
  ]) {
    expect(shown).toContain(text);
  }
  const code = await visit(`/sandbox/qr/pay/${id}`);
  expect(code.headers.get("content-type")).toBe("image/svg+xml");
  expect(await code.text()).toMatch(/^<svg/);
  expect((await visit("/sandbox/qr/pay/prd_unknown")).status).toBe(404);
});

test("a token is shown with its order, amount, state, attempts, expiry and page", async () => {
  const { visit, section, createToken } = await open();
  const token = await createToken("order-1007", { attempts: 3 });
  const shown = await section("tokens");
  for (const text of [
    "order-1007",
    "€129.00",
    ">open<",
    "0 of 3 attempts",
    `${ORIGIN}/v2/checkout?token=${token}`,
  ]) {
    expect(shown).toContain(text);
  }
  expect((await visit(`/sandbox/qr/token/${token}`)).status).toBe(200);
  expect((await visit("/sandbox/qr/token/unknown")).status).toBe(404);
});

test("a transaction and its delivery are shown, with request and answer, without the credentials", async () => {
  const { sandbox, get, section, createToken } = await open({
    deliver: async () => new Response("not now", { status: 503 }),
  });
  const { uid } = await sandbox.pay(await createToken("order-1007", { settings }), {
    card: "4005550000000019",
  });
  const html = await get();
  for (const text of [uid, "payment", ">failed<", "€129.00", "visa …0019", "order-1007", "was declined"]) {
    expect(await section("transactions")).toContain(text);
  }
  const [delivery] = sandbox.deliveries;
  for (const text of [
    "https://shop.example/notify",
    ">503<",
    "not now",
    delivery?.nextAttemptAt?.slice(0, 10) ?? "no next",
    "Authorization: Basic ••••••••",
    `Content-Signature: ${delivery?.signature}`,
    `  &quot;transaction&quot;: {\n    &quot;uid&quot;: &quot;${uid}`,
  ]) {
    expect(await section("deliveries")).toContain(text);
  }
  expect(html).not.toContain(btoa(`4821:${SECRET}`));
});

test("texts of merchants and customers are escaped, and link only to http and https addresses", async () => {
  const { sandbox, payments, get, createToken } = await open();
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;
  await payments.products.create({ ...product, name: hostile });
  const order = { amount: 12900, currency: "EUR", description: hostile, tracking_id: hostile };
  const hostileUrl = { notification_url: "https://shop.example/?<script>" };
  await sandbox.pay(await createToken(hostile, { order, settings: hostileUrl }));
  const html = await get();
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html).not.toContain("<img src=x");
  for (const [, address] of html.matchAll(/href="([^"]*)"/g))
    expect(address).toMatch(/^(https?:\/\/|#|\/|data:image)/);
});

test("paying for a token and for a product, expiring and redelivering work without JavaScript", async () => {
  const { sandbox, payments, post, createToken } = await open();
  const paid = await createToken("order-1007", { settings });
  const response = await post("pay", { token: paid, card: "4012000000001097" });
  expect([response.status, response.headers.get("location")]).toStrictEqual([303, "/"]);
  expect(await payments.checkouts.get(paid)).toMatchObject({ status: "successful" });

  const { id } = await payments.products.create({ ...product, infinite: false, quantity: 1 });
  expect((await post("pay", { product: id, card: "4200000000000000" })).status).toBe(303);
  expect(await payments.products.get(id)).toMatchObject({ quantity: 0 });

  const unpaid = await createToken();
  expect((await post("expire", { token: unpaid })).status).toBe(303);
  expect(await payments.checkouts.get(unpaid)).toMatchObject({ expired: true });

  const delivery = sandbox.deliveries[0]?.id ?? "";
  expect((await post("redeliver", { delivery })).status).toBe(303);
  expect(sandbox.deliveries[0]).toMatchObject({ attempts: 2 });
});

test("captures, voids and refunds show the amount that is left, and work without JavaScript", async () => {
  const { sandbox, payments, section, post, createToken } = await open();
  const token = await createToken("order-1007", { transaction_type: "authorization" });
  const { uid } = await sandbox.pay(token);
  const press = (fields: Record<string, string>) => post("follow-up", { parent: uid, ...fields });
  expect(await section("transactions")).toContain("left €129.00");
  expect((await press({ type: "capture", amount: "10000" })).status).toBe(303);
  expect((await press({ type: "capture", amount: "100", outcome: "failed" })).status).toBe(303);
  expect((await press({ type: "void", amount: "1900" })).status).toBe(303);
  const shown = await section("transactions");
  for (const text of [
    "captured €100.00",
    "voided €19.00",
    "left €10.00",
    `#transaction-${uid}`,
    ">failed<",
  ]) {
    expect(shown).toContain(text);
  }
  const [, , capture] = await payments.transactions.findByTrackingId("order-1007");
  expect(capture).toMatchObject({ type: "capture", amount: 10_000, status: "successful" });
  const refund = { type: "refund", parent: capture?.uid ?? "", amount: "5000" };
  expect((await post("follow-up", refund)).status).toBe(303);
  expect((await post("follow-up", refund)).status).toBe(303);
  expect(await section("transactions")).toContain("refunded €100.00");
  const refused = await post("follow-up", refund);
  expect([refused.status, await refused.text()]).toStrictEqual([
    409,
    expect.stringContaining("be greater than"),
  ]);
});

test.each([
  ["a token twice", "pay", "paid", "it is successful"],
  ["a card that is not a test card", "pay", "open", "test card"],
  ["for nothing", "pay", "none", "missing"],
  ["a token that is paid", "expire", "paid", "it is successful"],
  ["a token that is unknown", "expire", "none", "no such token"],
  ["a refund of nothing", "follow-up", "none", "capture, void or refund"],
  ["a delivery that is unknown", "redeliver", "none", "no such delivery"],
])("a refused action shows the reason: %s", async (_, path, which, why) => {
  const { sandbox, post, createToken } = await open();
  const token = await createToken();
  if (which === "paid") await sandbox.pay(token);
  const fields: Record<string, string> = which === "none" ? {} : { token };
  const response = await post(path, { ...fields, card: which === "open" ? "1234" : "4200000000000000" });
  expect(response.status).toBe(409);
  expect(await response.text()).toContain(why);
});

test("a form does not wait for a slow merchant's server", async () => {
  const { sandbox, post, createToken } = await open({ deliver: () => new Promise(() => undefined) });
  const token = await createToken("order-1007", { settings });
  const start = Date.now();
  expect((await post("pay", { token })).status).toBe(303);
  expect(Date.now() - start).toBeLessThan(3000);
  expect(sandbox.deliveries).toMatchObject([{ attempts: 1, answers: [] }]);
});
