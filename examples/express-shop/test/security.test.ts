import assert from "node:assert/strict";
import { test } from "node:test";
import { openTestShop } from "./open-test-shop.ts";
import { ADMIN } from "./visitor.ts";

const ONE = { product: "annual-pass", quantity: "1" };

test("the cart cookie is hidden from scripts and not sent with forms of other sites", async (context) => {
  const { visitor } = await openTestShop(context);
  const { headers } = await visitor.post("/cart", ONE);
  const cookie = headers.get("set-cookie") ?? "";
  assert.match(cookie, /^cart=[0-9a-f]{32};/);
  assert.match(cookie, /; HttpOnly/);
  assert.match(cookie, /; SameSite=Lax/);
});

test("a cart id that the shop did not create is replaced", async (context) => {
  const { visitor } = await openTestShop(context);
  for (const cookie of ["cart=1", "cart=chosen-by-somebody", `cart=${"A".repeat(32)}`]) {
    const { headers } = await visitor.post("/cart", ONE, { cookie });
    assert.match(headers.get("set-cookie") ?? "", /^cart=[0-9a-f]{32};/, cookie);
  }
});

test("behind https, browsers use https only and send the cookie only there", async (context) => {
  const origin = "https://shop.example";
  const secure = await openTestShop(context, { environment: { PUBLIC_URL: origin, TEST_MODE: "false" } });
  const { headers } = await secure.visitor.post("/cart", ONE, { origin });
  assert.match(headers.get("set-cookie") ?? "", /; Secure/);
  assert.equal(headers.get("strict-transport-security"), "max-age=31536000");
});

test("a form of another site, or without an origin, is refused", async (context) => {
  const { visitor, url } = await openTestShop(context);
  for (const origin of ["https://evil.example", "null"])
    assert.equal((await visitor.post("/cart", ONE, { origin })).status, 403);
  const { status } = await fetch(`${url}/cart`, { method: "POST", body: new URLSearchParams(ONE) });
  assert.equal(status, 403);
});

test("every page has the security headers, with any status", async (context) => {
  const { visitor } = await openTestShop(context);
  for (const [path, status] of [
    ["/", 200],
    ["/admin", 401],
    ["/nowhere", 404],
  ] as const) {
    const page = await visitor.get(path);
    assert.equal(page.status, status);
    const sent = (name: string) => page.headers.get(name);
    assert.equal(
      sent("content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
        "form-action 'self' https://sandbox.invalid; base-uri 'none'; frame-ancestors 'self'",
    );
    assert.equal(sent("x-content-type-options"), "nosniff");
    assert.equal(sent("referrer-policy"), "same-origin");
    assert.equal(sent("cache-control"), "no-store");
    assert.equal(sent("x-powered-by"), null);
  }
});

test("only the page with the widget may load scripts and frames of the gateway", async (context) => {
  const { visitor } = await openTestShop(context);
  const order = await visitor.order();
  const { headers } = await visitor.post(`/orders/${order}/pay-here`);
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /script-src 'self' https:\/\/sandbox\.invalid;/);
  assert.match(policy, /frame-src 'self' https:\/\/sandbox\.invalid/);
  const { headers: others } = await visitor.get(`/orders/${order}`);
  assert.doesNotMatch(others.get("content-security-policy") ?? "", /(script|frame)-src[^;]*sandbox/);
});

test("every admin form needs the password", async (context) => {
  const { visitor } = await openTestShop(context);
  for (const path of ["/admin/handled", "/admin/refunds"]) {
    assert.equal((await visitor.post(path, { key: "1" })).status, 401, path);
    const wrong = { authorization: `Basic ${btoa("admin:")}` };
    assert.equal((await visitor.post(path, { key: "1" }, wrong)).status, 401, path);
  }
});

test("of 200 wrong passwords at the same time, ten are tried, and the log names their address", async (context) => {
  const { visitor } = await openTestShop(context);
  const log = context.mock.method(console, "error", () => undefined);
  assert.equal((await visitor.get("/admin")).status, 401, "the browser asks for the password");
  const guess = (_: unknown, n: number) =>
    visitor.get("/admin", { authorization: `Basic ${btoa(`admin:${n}`)}` });
  const statuses = (await Promise.all(Array.from({ length: 200 }, guess))).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 401).length, 10);
  assert.equal(statuses.filter((status) => status === 429).length, 190);
  const line = "A wrong password for the admin page, from 127.0.0.1";
  assert.deepEqual(
    log.mock.calls.map(({ arguments: [text] }) => text),
    Array(10).fill(line),
  );
  assert.equal((await visitor.get("/admin", ADMIN)).status, 429, "the right password is not tried either");
});

test("staff who enter the right password are never locked out, nor by an address that guesses", async (context) => {
  const { visitor } = await openTestShop(context, { environment: { PROXIES: "1" } });
  const from = (address: string, password: string) =>
    visitor.get("/admin", {
      authorization: `Basic ${btoa(`admin:${password}`)}`,
      "x-forwarded-for": `198.51.100.9, ${address}`, // the proxy adds the last one
    });
  for (let count = 0; count < 30; count += 1)
    assert.equal((await from("192.0.2.1", "open sesame")).status, 200);
  for (let count = 0; count < 11; count += 1) await from("203.0.113.7", "guess");
  assert.equal((await from("203.0.113.7", "open sesame")).status, 429);
  assert.equal((await from("192.0.2.1", "open sesame")).status, 200);
});

test("an address that places orders without end is refused, and so are its calls of the gateway", async (context) => {
  const { sandbox, visitor } = await openTestShop(context, { environment: { REQUESTS_PER_MINUTE: "20" } });
  const order = await visitor.order();
  const press = () => visitor.post(`/orders/${order}/pay`);
  const statuses = (await Promise.all(Array.from({ length: 100 }, press))).map(({ status }) => status);
  assert.equal(statuses.filter((status) => status === 429).length, 81);
  assert.ok(sandbox.requests.length < 40);
  assert.equal((await visitor.get("/")).status, 200);
});

test("an error page has no details, and an unreadable form is not a server error", async (context) => {
  const { shop, visitor } = await openTestShop(context);
  const large = await visitor.post("/orders", { email: "k".repeat(11_000) });
  assert.equal(large.status, 400);
  assert.match(large.text, /could not be read/);
  shop.db.exec("ALTER TABLE vouchers RENAME TO lost");
  const failed = await visitor.get("/admin", ADMIN);
  assert.equal(failed.status, 500);
  assert.doesNotMatch(failed.text, /vouchers|SQLITE|node_modules/);
});
