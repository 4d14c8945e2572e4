import { expect, test } from "vitest";
import { ORIGIN, openDashboard } from "./open-dashboard.ts";

const SECRET = "s3cret-key-of-the-shop";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const expectStrict = (headers: Headers, caching = /^no-store$/): void => {
  expect(headers.get("content-security-policy")?.split("; ").sort()).toStrictEqual(POLICY.split("; ").sort());
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("cache-control")).toMatch(caching);
};

const open = () => openDashboard({ secretKey: SECRET });

const PAGES = ["calls", "products", "cards", "failures", "environment"].map((page) => `/sandbox/${page}`);

test.each(["/", ...PAGES, "/sandbox/style.css", "/sandbox/dashboard.js"])(
  "%s has strict headers",
  async (path) => {
    const { status, headers } = await (await open()).visit(path);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self'",
    );
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("cache-control")).toBe("no-store");
  },
);

test.each([
  ["/sandbox/style.css", "text/css"],
  ["/sandbox/dashboard.js", "text/javascript"],
])("%s is %s, as nosniff asks", async (path, type) => {
  expect((await (await open()).visit(path)).headers.get("content-type")).toBe(type);
});

test.each([
  "localhost:4747",
  "LOCALHOST",
  "shop.localhost:80",
  "127.0.0.1:4747",
  "192.168.1.20:4747",
  "[::1]:4747",
  "sandbox.invalid",
])("the dashboard is served at %s", async (host) => {
  expect((await (await open()).visit("/", { host })).status).toBe(200);
});

test.each([
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "evillocalhost",
  "1.2.3.4.nip.io",
  "a b",
])("the dashboard is not served at the foreign host %s", async (host) => {
  const { visit } = await open();
  for (const path of ["/", ...PAGES, "/sandbox/events", "/sandbox/dashboard.js"]) {
    const response = await visit(path, { host });
    expect(response.status).toBe(421);
    expect(await response.text()).not.toContain(SECRET);
  }
});

test.each([
  ["another site", { origin: "https://evil.example" }, 403],
  ["another port", { origin: "http://127.0.0.1:8080" }, 403],
  ["a page with an opaque origin", { origin: "null" }, 403],
  ["a program that sends no origin", {}, 403],
  ["another site, by Sec-Fetch-Site", { origin: ORIGIN, "sec-fetch-site": "same-site" }, 403],
  ["itself", { origin: ORIGIN }, 303],
  ["itself, by Sec-Fetch-Site", { "sec-fetch-site": "same-origin" }, 303],
])("a form sent by %s gets the expected status", async (_, headers, status) => {
  const { sandbox, payments, createToken } = await open();
  const token = await createToken();
  const body = new URLSearchParams({ token });
  const request = new Request(`${ORIGIN}/sandbox/pay`, { method: "POST", headers, body });
  expect((await sandbox.fetch(request)).status).toBe(status);
  expect(await payments.checkouts.get(token)).toMatchObject({
    status: status === 303 ? "successful" : "incomplete",
  });
});

/** The forms of the dashboard. */
const ACTIONS = ["pay", "expire", "follow-up", "redeliver", "new-order", "clear"] as const;

test.each(ACTIONS)(
  "the form %s from another website, or without an origin, changes nothing",
  async (action) => {
    const { sandbox, createToken } = await open();
    const settings = { notification_url: "https://shop.example/notify" };
    const { uid } = await sandbox.pay(await createToken("order-1007", { settings }));
    const token = await createToken("order-1007", { settings });
    const delivery = sandbox.deliveries[0]?.id ?? "";
    const fields = {
      token,
      delivery,
      parent: uid,
      type: "refund",
      amount: "1.00",
      currency: "EUR",
      description: "x",
    };
    const send = (headers: Record<string, string>, method = "POST") =>
      sandbox.fetch(
        new Request(`${ORIGIN}/sandbox/${action}`, { method, headers, body: new URLSearchParams(fields) }),
      );
    const before = JSON.stringify(await sandbox.state());
    for (const headers of [
      {},
      { origin: "" },
      { origin: "null" },
      { origin: "https://evil.example" },
      { origin: "http://127.0.0.1" },
      { origin: "http://127.0.0.1:4748" },
      { origin: "http://127.0.0.1:4747.evil.example" },
      { origin: "http://localhost:4747" },
      { referer: `${ORIGIN}/` },
      { origin: ORIGIN, "sec-fetch-site": "cross-site" },
      { origin: ORIGIN, "sec-fetch-site": "same-site" },
      { origin: ORIGIN, "sec-fetch-site": "none" },
    ]) {
      const response = await send({ ...headers });
      expect(response.status).toBe(403);
      expectStrict(response.headers);
    }
    const rebound = await send({ host: "evil.example", origin: "http://evil.example" });
    expect(rebound.status).toBe(421);
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await send({ origin: ORIGIN }, method)).status).toBe(404);
    expect(JSON.stringify(await sandbox.state())).toBe(before);
    expect((await send({ origin: ORIGIN })).status).toBe(303);
    expect(JSON.stringify(await sandbox.state())).not.toBe(before);
  },
);

test("the dashboard is not served at a foreign host name", async () => {
  const { visit, createToken } = await open();
  const token = await createToken();
  const paths = [
    "/",
    "/sandbox/events",
    "/sandbox/dashboard.js",
    "/sandbox/style.css",
    `/sandbox/qr/token/${token}`,
  ];
  const names = [
    "evil.example",
    "localhost.evil.example",
    "a.localhost.evil.example",
    "localhost.",
    "xlocalhost",
    "localhost-evil.example",
    "evil-127.0.0.1",
    "x.127.0.0.1.nip.io",
    "sandbox.invalid.evil.example",
    "evilsandbox.invalid",
  ];
  for (const path of paths) {
    for (const host of names) {
      const response = await visit(path, { host });
      expect([host, response.status]).toStrictEqual([host, 421]);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(await response.text()).not.toContain(SECRET);
    }
  }
});

test("every response of the dashboard has strict headers", async () => {
  const { sandbox, visit, createToken } = await open();
  const token = await createToken();
  for (const path of [
    "/",
    ...PAGES,
    `/sandbox/orders/${token}`,
    "/sandbox/style.css",
    `/sandbox/qr/token/${token}`,
  ]) {
    expectStrict((await visit(path)).headers);
  }
  for (const fields of [{}, { token }]) {
    const body = new URLSearchParams(fields);
    const init = { method: "POST", headers: { origin: ORIGIN }, body };
    const response = await sandbox.fetch(new Request(`${ORIGIN}/sandbox/pay`, init));
    expect(response.status).toBe("token" in fields ? 303 : 409);
    expectStrict(response.headers);
  }
  const events = await visit("/sandbox/events");
  expectStrict(events.headers, /^no-/);
  await events.body?.cancel();
});

test.each([
  { "x-forwarded-for": "203.0.113.7" },
  { "x-forwarded-host": "kim.tunnel.example" },
  { "x-forwarded-proto": "https" },
  { "x-real-ip": "203.0.113.7" },
  { "cf-connecting-ip": "203.0.113.7" },
  { forwarded: "for=203.0.113.7" },
  { via: "1.1 tunnel" },
])("a tunnel that rewrites Host reaches neither dashboard nor actions, by %o", async (headers) => {
  const { visit, post, createToken, payments } = await open();
  const token = await createToken();
  for (const path of ["/", ...PAGES, "/sandbox/events", "/sandbox/dashboard.js"]) {
    const response = await visit(path, { host: "127.0.0.1:4747", ...headers });
    expect([path, response.status]).toStrictEqual([path, 403]);
    expect(await response.text()).not.toContain(SECRET);
  }
  expect((await post("pay", { token }, headers)).status).toBe(403);
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "incomplete" });
  expect((await visit(`/v2/checkout?token=${token}`, headers)).status).toBe(200);
});
