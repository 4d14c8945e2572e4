import { expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";

const ORIGIN = "http://127.0.0.1:4747";
const SECRET = "s3cret-key-of-the-shop";
const order = { amount: 12900, currency: "EUR", description: "Annual pass" };

function open() {
  const sandbox = new Sandbox({ secretKey: SECRET });
  const payments = new PaymentsClient(sandbox.clientOptions);
  const get = (path: string, headers = {}) => sandbox.fetch(new Request(`${ORIGIN}${path}`, { headers }));
  return { sandbox, payments, get };
}

test.each(["/", "/sandbox/style.css", "/sandbox/dashboard.js"])(
  "%s comes with strict headers",
  async (path) => {
    const { status, headers } = await open().get(path);
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
  "localhost:4747",
  "LOCALHOST",
  "shop.localhost:80",
  "127.0.0.1:4747",
  "192.168.1.20:4747",
  "[::1]:4747",
  "sandbox.invalid",
])("the dashboard answers at %s", async (host) => {
  expect((await open().get("/", { host })).status).toBe(200);
});

test.each([
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "evillocalhost",
  "1.2.3.4.nip.io",
  "a b",
])("the dashboard does not answer at a foreign name: %s", async (host) => {
  const { get } = open();
  for (const path of ["/", "/sandbox/events", "/sandbox/dashboard.js"]) {
    const response = await get(path, { host });
    expect(response.status).toBe(421);
    expect(await response.text()).not.toContain(SECRET);
  }
});

test.each([
  ["another site", { origin: "https://evil.example" }, 403],
  ["another port", { origin: "http://127.0.0.1:8080" }, 403],
  ["a page that hides where it is", { origin: "null" }, 403],
  ["something that does not say from where", {}, 403],
  ["another site, by Sec-Fetch-Site", { origin: ORIGIN, "sec-fetch-site": "same-site" }, 403],
  ["itself", { origin: ORIGIN }, 303],
  ["itself, by Sec-Fetch-Site", { "sec-fetch-site": "same-origin" }, 303],
])("a form of %s is answered with its due", async (_, headers, status) => {
  const { sandbox, payments } = open();
  const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
  const body = new URLSearchParams({ token });
  const request = new Request(`${ORIGIN}/sandbox/pay`, { method: "POST", headers, body });
  expect((await sandbox.fetch(request)).status).toBe(status);
  expect(await payments.checkouts.get(token)).toMatchObject({
    status: status === 303 ? "successful" : "incomplete",
  });
});
