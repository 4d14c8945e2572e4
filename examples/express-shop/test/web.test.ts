import assert from "node:assert/strict";
import { test } from "node:test";
import { readConfig } from "../src/config.ts";
import { money } from "../src/pages/money.ts";
import { html } from "../src/web/html.ts";
import { openTestShop } from "./open-test-shop.ts";

const ADMIN = { authorization: `Basic ${btoa("admin:open sesame")}` };

test("customer input is escaped in HTML", () => {
  const name = `"><script>alert(1)</script>`;
  const { text } = html`<p title="${name}">${[html`<b>${name}</b>`, false, null]}</p>`;
  assert.equal(text.includes("<script"), false);
  assert.match(text, /<b>&quot;&gt;&lt;script/);
});

test("a form of another site is refused", async (context) => {
  const { visitor } = await openTestShop(context);
  for (const origin of ["https://evil.example", "null"]) {
    const { status } = await visitor.post("/cart", { product: "annual-pass", quantity: "1" }, { origin });
    assert.equal(status, 403);
  }
});

test("pages allow no inline scripts and no third-party sources", async (context) => {
  const opened = await openTestShop(context);
  const { headers } = await fetch(opened.url);
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'; script-src 'self';/);
  assert.equal(policy.includes("unsafe-inline"), false);
});

test("the admin page needs the password", async (context) => {
  const { visitor } = await openTestShop(context);
  assert.equal((await visitor.get("/admin")).status, 401);
  assert.equal((await visitor.get("/admin", { authorization: `Basic ${btoa("admin:guess")}` })).status, 401);
  assert.equal((await visitor.get("/admin", ADMIN)).status, 200);
});

test("the admin page lists payments without an order until they are handled", async (context) => {
  const { shop, sandbox, visitor } = await openTestShop(context);
  const token = await visitor.pay(await visitor.order());
  shop.db.prepare("UPDATE orders SET currency = 'USD'").run();
  const { uid } = await sandbox.pay(token);
  assert.match((await visitor.get("/admin", ADMIN)).text, new RegExp(`Needs review[^]*${uid}`));
  await visitor.post(
    "/admin/handled",
    { key: String(shop.db.prepare("SELECT key FROM reviews").get()?.key) },
    ADMIN,
  );
  assert.doesNotMatch((await visitor.get("/admin", ADMIN)).text, /Needs review/);
});

test("the page with the widget allows the gateway, and no other page does", async (context) => {
  const { visitor, url } = await openTestShop(context);
  const order = await visitor.order();
  const { text } = await visitor.post(`/orders/${order}/pay-here`);
  assert.match(text, /<script src="https:\/\/sandbox.invalid\/widget\/be_gateway.js">/);
  const policy = (await fetch(url)).headers.get("content-security-policy") ?? "";
  assert.doesNotMatch(policy, /(script|frame)-src[^;]*sandbox.invalid/);
});

test("a price is shown with all the decimals that are charged", () => {
  assert.equal(money(12_900, "EUR"), "€129.00");
  assert.equal(money(1250, "JPY"), "¥1,250");
  assert.match(money(1250, "KWD"), /1\.250$/);
  assert.match(money(1250, "HUF"), /12\.50$/);
});

test("a shop behind https takes neither test payments nor the sample password", () => {
  const environment = {
    ...Object.fromEntries(
      ["SHOP_ID", "SECRET_KEY", "BASE_URL", "CHECKOUT_URL", "GATEWAY_URL", "PUBLIC_KEY"].map((name) => [
        `PAYMENTS_${name}`,
        "of the gateway",
      ]),
    ),
    PUBLIC_URL: "https://shop.example",
    ADMIN_PASSWORD: "open sesame",
  };
  assert.equal(readConfig(environment).isTestMode, false);
  assert.throws(() => readConfig({ ...environment, TEST_MODE: "true" }), /Remove TEST_MODE/);
  const sample = { ...environment, ADMIN_PASSWORD: "choose-your-own" };
  assert.throws(() => readConfig(sample), /Change ADMIN_PASSWORD/);
  assert.equal(readConfig({ ...sample, PUBLIC_URL: "http://localhost:3000" }).pollSeconds, 30);
});

test("an error names missing settings", () => {
  assert.throws(
    () => readConfig({ PAYMENTS_SHOP_ID: "1" }),
    /PAYMENTS_SECRET_KEY.*PUBLIC_URL, ADMIN_PASSWORD/,
  );
});
