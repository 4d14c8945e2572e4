import { expect, test } from "vitest";
import { Sandbox } from "../../../src/sandbox.ts";
import { endlessProduct } from "../../models/params.ts";

const ORIGIN = "http://127.0.0.1:4747";
const PUBLIC = "https://sandbox-of-kim.example";

/** A request with the right key, as a browser or a program sends it. */
function open() {
  const sandbox = new Sandbox({ shopId: 1, secretKey: "s3cret" });
  const send = (path: string, headers: Record<string, string> = {}, body?: string, publicUrl?: string) => {
    const authorization = `Basic ${btoa("1:s3cret")}`;
    const init = { headers: { authorization, ...headers }, ...(body && { method: "POST", body }) };
    return sandbox.fetch(new Request(`${ORIGIN}${path}`, init), publicUrl ? { publicUrl } : undefined);
  };
  return { sandbox, send };
}

const product = JSON.stringify({ ...endlessProduct, amount: "100" });

test("a body is accepted as application/json only", async () => {
  const cases: [type: string, status: number][] = [
    ["application/json", 201],
    ["application/json; charset=utf-8", 201],
    ["Application/JSON", 201],
    ["text/plain", 415],
    ["text/plain;charset=UTF-8", 415],
    ["application/x-www-form-urlencoded", 415],
    ["multipart/form-data; boundary=x", 415],
    ["text/plain; x=application/json", 415],
    ["application/jsonp", 415],
  ];
  for (const [type, status] of cases) {
    const { send } = open();
    expect((await send("/products", { "content-type": type }, product)).status, type).toBe(status);
    expect(await (await send("/products")).json(), type).toHaveLength(status === 201 ? 1 : 0);
  }
});

test("a request of a page of another origin is refused", async () => {
  const cases: [headers: Record<string, string>, isRefused: boolean][] = [
    [{}, false],
    [{ origin: ORIGIN }, false],
    [{ origin: "https://evil.example" }, true],
    [{ origin: "http://127.0.0.1:8080" }, true],
    [{ origin: "null" }, true],
    [{ "sec-fetch-site": "same-origin" }, false],
    [{ "sec-fetch-site": "none" }, false],
    [{ "sec-fetch-site": "same-site" }, true],
    [{ "sec-fetch-site": "cross-site" }, true],
    [{ origin: ORIGIN, "sec-fetch-site": "cross-site" }, true],
    // A program calls the gateway at the name of a container. A page can have this name in an unsafe network.
    [{ host: "gateway:4010" }, false],
    [{ host: "gateway:4010", origin: "http://gateway:4010" }, true],
  ];
  for (const [headers, isRefused] of cases) {
    const { send } = open();
    const what = JSON.stringify(headers);
    expect((await send("/products", headers)).status, what).toBe(isRefused ? 403 : 200);
    const created = await send("/products", { ...headers, "content-type": "application/json" }, product);
    expect(created.status, what).toBe(isRefused ? 403 : 201);
  }
});

test("a refused request uses up no planned failure", async () => {
  const { sandbox, send } = open();
  sandbox.failNext({ status: 503 });
  expect((await send("/products", { origin: "https://evil.example" })).status).toBe(403);
  expect((await send("/products")).status).toBe(503);
});

test("requests are answered at names that no website can have, at IP addresses and at the public URL only", async () => {
  const { send } = open();
  for (const [status, hosts] of [
    [200, ["localhost:4747", "LOCALHOST", "shop.localhost", "shop.localhost:80", "sandbox.invalid"]],
    [200, ["gateway:4010", "payment_gateway", "host.docker.internal:4010", "host.docker.internal"]],
    [200, ["127.0.0.1:4747", "192.168.1.20", "192.168.1.20:4747", "[::1]:4747"]],
    [200, ["sandbox-of-kim.example", "SANDBOX-of-Kim.example:443"]],
    [403, ["evil.example", "sandbox-of-kim.example:8080", "sandbox-of-kim.example.evil.example"]],
    [403, ["localhost.evil.example", "a.localhost.evil.example", "localhost.", "localhost-evil.example"]],
    [403, ["127.0.0.1.evil.example", "1.2.3.4.nip.io", "gateway.", "gateway.evil.example", "", "a b"]],
    [403, ["x.127.0.0.1.nip.io", "sandbox.invalid.evil.example", "evilsandbox.invalid"]],
    [403, ["host.docker.internal.evil.example", "evilhost.docker.internal", "docker.internal"]],
  ] as const) {
    for (const host of hosts) {
      for (const path of ["/products", "/widget/be_gateway.js"]) {
        const answer = await send(path, { host }, undefined, PUBLIC);
        expect(answer.status, `${host} ${path}`).toBe(status);
      }
    }
  }
  expect((await send("/products", { host: "sandbox-of-kim.example" })).status).toBe(403);
  const called = await send("/products", { host: "evil.example", accept: "application/json" });
  expect(await called.json()).toStrictEqual({ message: expect.stringContaining("set publicUrl") });
  const opened = await send("/", { host: "evil.example" });
  expect(opened.headers.get("content-type")).toMatch(/^text\/plain/);
  expect(await opened.text()).toContain("set publicUrl");
});

test("links start with the public URL, never with a forwarded one", async () => {
  const { send } = open();
  const forwarded = {
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    "x-forwarded-prefix": "/evil",
    forwarded: "host=evil.example",
    "content-type": "application/json",
  };
  expect(await (await send("/products", forwarded, product)).json()).toMatchObject({
    pay_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4747\/products\/prd_\w+\/pay$/),
  });
  expect(await (await send("/products", forwarded, product, PUBLIC)).json()).toMatchObject({
    pay_url: expect.stringMatching(/^https:\/\/sandbox-of-kim\.example\/products\/prd_\w+\/pay$/),
    confirm_url: expect.stringMatching(/^https:\/\/sandbox-of-kim\.example\/v2\/confirm_order\//),
  });
});

test("no path and no body makes the sandbox itself fail", async () => {
  const { sandbox, send } = open();
  for (const path of ["/products/%", "/products/%ff", "/ctp/api/checkouts/%e0%a4", "//", "/products/%2e%2e"])
    expect((await send(path)).status, path).toBeLessThan(500);
  const odd = [{ name: { toString: 1 } }, { checkout: { order: { amount: [{}] } } }, [[]], "\u0000"];
  for (const path of ["/products", "/ctp/api/checkouts", "/transactions/payments"])
    for (const body of odd.map((value) => JSON.stringify(value)))
      expect((await send(path, { "content-type": "application/json" }, body)).status, body).toBeLessThan(500);
  expect(sandbox.requests.length).toBeGreaterThan(12);
});
