import { expect, test } from "vitest";
import { ACTIONS, type ActionName } from "../../../src/sandbox/actions/actions.ts";
import { PAGES } from "../../../src/sandbox/dashboard/pages.ts";
import { press } from "../../support/press.ts";
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
const CONTROL = "/sandbox/api/orders";

test("the dashboard is not served at a foreign host name, or at a local name that a network can lead here", async () => {
  const { visit, createToken } = await open();
  const token = await createToken();
  const others = [`/sandbox/qr/token/${token}`, `/sandbox/orders/${token}`, `/sandbox/api/orders/${token}`];
  for (const path of [...ADDRESSES, ...FILES, CONTROL, "/sandbox/events", ...others]) {
    for (const host of [
      "evil.example",
      "sandbox.invalid.evil.example",
      "a b",
      "gateway:4747",
      "host.docker.internal",
    ]) {
      const response = await visit(path, { host });
      expect([path, host, response.status]).toStrictEqual([path, host, 403]);
      const type = path.startsWith(CONTROL) ? /^application\/json/ : /^text\/plain/;
      expect(response.headers.get("content-type")).toMatch(type);
      expect(await response.text()).not.toContain(SECRET);
    }
  }
});

/** Parameters with which each action changes something. */
const paramsFor = (token: string, uid: string, notification: string) =>
  ({
    pay: { order: token },
    expire: { order: token },
    complete: { uid, outcome: "successful" },
    capture: { uid, amount: "1.00" },
    void: { uid, amount: "1.00" },
    refund: { uid, amount: "1.00" },
    chargeback: { uid, amount: "1.00" },
    "follow-up": { uid, type: "refund", amount: "1.00" },
    "notify-again": { notification },
    "create-order": { amount: "1.00", currency: "EUR", description: "x" },
    "create-again": { order: token },
    "plan-calls": { status: 503 },
    "plan-notifications": { notification: "lost" },
    "plan-payments": {},
    "cancel-plan": {},
    "create-product": {},
    clear: {},
  }) satisfies Record<ActionName, object>;

test("no action is done for another website, and every action for the dashboard and for programs", async () => {
  for (const action of Object.keys(ACTIONS)) {
    const { sandbox, createToken, get } = await openDashboard({
      secretKey: SECRET,
      deliver: async () => new Response("", { status: 500 }),
    });
    const paid = await sandbox.pay(await createToken("order-1007", { settings }));
    const hold = await createToken("order-1008", { settings, transaction_type: "authorization" });
    const held = await sandbox.pay(hold);
    const { uid } = await sandbox.pay(await createToken("order-1007", erip), { method: "erip" });
    const token = await createToken("order-1007", { settings });
    const params: Record<string, object> = {
      ...paramsFor(token, uid, sandbox.deliveries[0]?.id ?? ""),
      "follow-up": { uid: paid.uid, type: "refund", amount: "1.00" },
      refund: { uid: paid.uid, amount: "1.00" },
      chargeback: { uid: paid.uid, amount: "1.00" },
      capture: { uid: held.uid, amount: "1.00" },
      void: { uid: held.uid, amount: "1.00" },
    };
    sandbox.failNext({ status: 500 });
    sandbox.disturbNext({ notification: "late", delayMs: 1 });
    const send = (headers: Record<string, string>, method = "POST") =>
      sandbox.fetch(
        new Request(`${ORIGIN}/sandbox/api/${action}`, {
          method,
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify(params[action]),
        }),
      );
    const seen = async () => JSON.stringify([await sandbox.state(), await get(FAILURES)]);
    const before = await seen();
    for (const headers of [
      { origin: "" },
      { origin: "null" },
      { origin: "https://evil.example" },
      { origin: "http://127.0.0.1" },
      { origin: "http://127.0.0.1:4748" },
      { origin: "http://127.0.0.1:4747.evil.example" },
      { origin: "http://localhost:4747" },
      { origin: ORIGIN, "sec-fetch-site": "cross-site" },
      { origin: ORIGIN, "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site" },
      { accept: "application/json", origin: "https://evil.example" },
    ]) {
      const response = await send({ ...headers });
      expect([action, headers, response.status]).toStrictEqual([action, headers, 403]);
      expectStrict(response.headers);
    }
    for (const host of ["evil.example", "gateway", "host.docker.internal"])
      expect((await send({ host, origin: `http://${host}` })).status).toBe(403);
    expect((await send({ origin: ORIGIN, "content-type": "text/plain" })).status).toBe(415);
    for (const method of ["PUT", "PATCH", "DELETE"])
      expect((await send({ origin: ORIGIN }, method)).status).toBe(404);
    expect(await seen()).toBe(before);
    const headers = action.length % 2 === 0 ? { "sec-fetch-site": "same-origin" } : { accept: "*/*" };
    expect([action, (await send({ ...headers })).status]).toStrictEqual([action, 200]);
    expect(await seen()).not.toBe(before);
  }
});

test("every response of the dashboard has strict headers", async () => {
  const { visit, post, createToken } = await open();
  const token = await createToken();
  for (const path of [
    ...ADDRESSES,
    ...FILES,
    CONTROL,
    `/sandbox/orders/${token}`,
    `/sandbox/api/orders/${token}`,
    `/sandbox/qr/token/${token}`,
  ]) {
    const { status, headers } = await visit(path);
    expect([path, status]).toStrictEqual([path, 200]);
    expectStrict(headers);
  }
  for (const [params, expected] of [
    [{}, 409],
    [{ order: token }, 200],
  ] as const) {
    const response = await post("pay", params);
    expect(response.status).toBe(expected);
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
  const { sandbox, visit, createToken, payments } = await open();
  const own = { origin: ORIGIN, "content-type": "application/json" };
  const token = await createToken();
  for (const name of TUNNEL) {
    const headers = { [name]: "1" };
    for (const path of [...ADDRESSES, ...FILES, CONTROL, "/sandbox/events"]) {
      const response = await visit(path, { host: "127.0.0.1:4747", ...headers });
      expect([name, path, response.status]).toStrictEqual([name, path, 403]);
      expect(await response.text()).not.toContain(SECRET);
    }
    const tunneled = (sent: Request) => sandbox.fetch(new Request(sent, { headers: { ...own, ...headers } }));
    expect((await press(ORIGIN, "pay", { order: token }, tunneled)).status).toBe(403);
    expect((await visit(`/v2/checkout?token=${token}`, headers)).status).toBe(200);
  }
  expect(await payments.checkouts.get(token)).toMatchObject({ status: "error" });
});
