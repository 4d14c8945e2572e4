import { expect, test } from "vitest";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { erip, ORIGIN, openDashboard, settings } from "./open-dashboard.ts";

const SECRET = "s3cret-key-of-the-shop";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const expectStrict = (headers: Headers, caching = /^no-store$/): void => {
  expect(headers.get("content-security-policy")?.split("; ").sort()).toStrictEqual(POLICY.split("; ").sort());
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("access-control-allow-origin")).toBeNull();
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("cache-control")).toMatch(caching);
};

const open = () => openDashboard({ secretKey: SECRET });

const FAILURES = "/sandbox/failures";
const ADDRESSES = PAGES.map(({ address }) => address);
const FILES = ["/sandbox/style.css", "/sandbox/dashboard.js"];
const EXPORTS = ["orders.csv", "orders.json", "calls.har"].map((file) => `/sandbox/export/${file}`);

test("the dashboard is not served at a foreign host name", async () => {
  const { visit, createToken } = await open();
  const token = await createToken();
  const others = [
    `/sandbox/qr/token/${token}`,
    `/sandbox/orders/${token}`,
    `/sandbox/export/orders/${token}`,
  ];
  for (const path of [...ADDRESSES, ...FILES, ...EXPORTS, "/sandbox/events", ...others]) {
    for (const host of ["evil.example", "sandbox.invalid.evil.example", "a b"]) {
      const response = await visit(path, { host });
      expect([path, host, response.status]).toStrictEqual([path, host, 421]);
      expect(response.headers.get("content-type")).toMatch(/^text\/plain/);
      expect(await response.text()).not.toContain(SECRET);
    }
  }
});

const ACTIONS = [
  ...["pay", "expire", "complete", "follow-up", "redeliver", "new-order"],
  ...["fail", "fail/cancel", "disturb", "disturb/cancel", "clear"],
];

test.each(ACTIONS)(
  "the form %s from another website, or without an origin, changes nothing",
  async (action) => {
    const { sandbox, createToken, get } = await open();
    const { uid: parent } = await sandbox.pay(await createToken("order-1007", { settings }));
    const { uid } = await sandbox.pay(await createToken("order-1007", erip), { method: "erip" });
    const fields = {
      token: await createToken("order-1007", { settings }),
      delivery: sandbox.deliveries[0]?.id ?? "",
      uid,
      outcome: "successful",
      parent,
      type: "refund",
      amount: "1.00",
      currency: "EUR",
      description: "x",
      status: "503",
      notification: "lost",
    };
    sandbox.failNext({ status: 500 });
    sandbox.disturbNext({ notification: "late", delayMs: 1 });
    const send = (headers: Record<string, string>, method = "POST") =>
      sandbox.fetch(
        new Request(`${ORIGIN}/sandbox/${action}`, { method, headers, body: new URLSearchParams(fields) }),
      );
    const seen = async () => JSON.stringify([await sandbox.state(), await get(FAILURES)]);
    const before = await seen();
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
      { accept: "application/json" },
      { accept: "application/json", origin: "https://evil.example" },
    ]) {
      const response = await send({ ...headers });
      expect(response.status).toBe(403);
      expectStrict(response.headers);
    }
    const rebound = await send({ host: "evil.example", origin: "http://evil.example" });
    expect(rebound.status).toBe(421);
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await send({ origin: ORIGIN }, method)).status).toBe(404);
    expect(await seen()).toBe(before);
    expect((await send({ "sec-fetch-site": "same-origin" })).status).toBe(303);
    expect(await seen()).not.toBe(before);
  },
);

test("every response of the dashboard has strict headers", async () => {
  const { sandbox, visit, createToken } = await open();
  const token = await createToken();
  for (const path of [
    ...ADDRESSES,
    ...FILES,
    ...EXPORTS,
    `/sandbox/orders/${token}`,
    `/sandbox/export/orders/${token}`,
    `/sandbox/qr/token/${token}`,
  ]) {
    const { status, headers } = await visit(path);
    expect([path, status]).toStrictEqual([path, 200]);
    expectStrict(headers);
  }
  for (const fields of [{}, { token }]) {
    const body = new URLSearchParams(fields);
    const init = { method: "POST", headers: { origin: ORIGIN }, body };
    const response = await sandbox.fetch(new Request(`${ORIGIN}/sandbox/pay`, init));
    expect(response.status).toBe("token" in fields ? 303 : 409);
    expectStrict(response.headers);
  }
  const types = await Promise.all(FILES.map(async (path) => (await visit(path)).headers.get("content-type")));
  expect(types).toStrictEqual([expect.stringMatching("text/css"), expect.stringMatching("text/javascript")]);
  const events = await visit("/sandbox/events");
  expectStrict(events.headers, /^no-/);
  await events.body?.cancel();
});

const TUNNEL = [
  ...["X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Forwarded-Server", "Forwarded", "Via"],
  ...["X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP", "CF-Ray", "Tailscale-User-Login"],
];

test("a tunnel that rewrites Host reaches neither dashboard nor actions", async () => {
  const { visit, post, createToken, payments } = await open();
  const token = await createToken();
  for (const name of TUNNEL) {
    const headers = { [name]: "1" };
    for (const path of [...ADDRESSES, ...FILES, ...EXPORTS, "/sandbox/events"]) {
      const response = await visit(path, { host: "127.0.0.1:4747", ...headers });
      expect([name, path, response.status]).toStrictEqual([name, path, 403]);
      expect(await response.text()).not.toContain(SECRET);
    }
    expect((await post("pay", { token }, headers)).status).toBe(403);
    expect((await visit(`/v2/checkout?token=${token}`, headers)).status).toBe(200);
  }
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "incomplete" });
});
