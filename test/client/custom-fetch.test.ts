import { Readable } from "node:stream";
import { expect, test, vi } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { ConnectionError, type Fetch, PaymentsClient, UnexpectedResponseError } from "../../src/index.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { newProduct, newRefund, rejection } from "./calls.ts";
import { good } from "./construct.ts";

test("is called with a URL and an init object", async () => {
  const fetch = vi.fn<Fetch>(async () => Response.json({ id: "prd_1" }, { status: 201 }));
  const client = new PaymentsClient({ ...good, fetch });
  const created = await client.products.create(newProduct, { headers: { "X-Trace": "1" } });
  expect(created).toStrictEqual({ id: "prd_1" });
  expect(fetch).toHaveBeenCalledExactlyOnceWith("https://api.gateway.example/products", {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "x-trace": "1",
      "user-agent": `payments-client/${manifest.version}`,
      authorization: `Basic ${btoa(`${SHOP_ID}:${SECRET_KEY}`)}`,
    },
    body: JSON.stringify({ ...newProduct, amount: "12900", language: "en" }),
    // Bun would send a POST again on another connection.
    keepalive: false,
    signal: expect.any(AbortSignal),
    redirect: "manual",
    // Next.js 14 would answer a status from its cache.
    cache: "no-store",
  });
});

test("is called without a cache mode where the runtime has none", async () => {
  vi.resetModules();
  const { PaymentsClient } = await import("../../src/index.ts");
  vi.stubGlobal(
    "Request",
    class extends Request {
      constructor(...[input, init]: ConstructorParameters<typeof Request>) {
        if (init?.cache) throw new TypeError("The 'cache' field is not implemented.");
        super(input, init);
      }
    },
  );
  const fetch = vi.fn<Fetch>(async () => Response.json([]));
  await new PaymentsClient({ ...good, fetch }).products.list();
  expect(fetch.mock.lastCall?.[1]).not.toHaveProperty("cache");
});

/** What a fetch library or a mock resolves to: the body is no web stream, or there is none. */
const imitation = (more: object) => async () =>
  Object.assign(Object.create(null), { ok: true, status: 200, headers: new Headers(), ...more });

const bytes = new TextEncoder().encode('[{"id":"prd_№"}]');

test.each<[string, object]>([
  ["arrayBuffer", { body: Readable.from([bytes]), arrayBuffer: async () => bytes.buffer }],
  ["text", { body: undefined, text: async () => '[{"id":"prd_№"}]' }],
])("may resolve to a response that only has %s", async (_, more) => {
  const client = new PaymentsClient({ ...good, fetch: imitation(more) });
  expect(await client.products.list()).toStrictEqual([{ id: "prd_№" }]);
  const { length } = bytes;
  expect(await client.withOptions({ maxResponseBytes: length }).products.list()).toHaveLength(1);
  const tooSmall = client.withOptions({ maxResponseBytes: length - 1 }).products.list();
  expect((await rejection(tooSmall, UnexpectedResponseError)).message).toMatch(/larger than maxResponse/);
});

test("is called on Deno with a body that Deno does not send again, unless the call may be repeated", async () => {
  const fetch = vi.fn<Fetch>(async () => Response.json({ id: "prd_1", transaction: { uid: "1-2" } }));
  const gatewayUrl = "https://gateway.example";
  const client = new PaymentsClient({ ...good, gatewayUrl, idempotencyKeys: true, fetch });
  vi.stubGlobal("Deno", {});
  await client.products.create(newProduct);
  await client.request("POST", "https://api.gateway.example/products/prd_1/archive");
  await client.products.update("prd_1", { name: "Pass" });
  await client.transactions.refund(newRefund, { idempotencyKey: "refund-1" });
  const bodies = fetch.mock.calls.map(([, { body }]) => body);
  expect(bodies).toStrictEqual([expect.any(Blob), expect.any(Blob), expect.any(String), expect.any(String)]);
  expect(await new Response(bodies[0]).json()).toMatchObject({ name: newProduct.name });
  expect(await new Response(bodies[1]).text()).toBe("");
});

test("defaults to the global fetch at the time of the call", async () => {
  const client = new PaymentsClient(good);
  const fetch = vi.fn<Fetch>(async () => Response.json([{ id: "prd_1" }]));
  vi.stubGlobal("fetch", fetch);
  expect(await client.products.list()).toStrictEqual([{ id: "prd_1" }]);
  expect(fetch).toHaveBeenCalledOnce();
});

test.each<[string, unknown]>([
  ["nothing", undefined],
  ["a response of axios", { data: [], status: 201, headers: new Headers(), config: {} }],
  ["an imitation", { ok: true, status: 200, headers: {}, json: async () => [] }],
  [
    "a response without any way to read it",
    Object.assign(Object.create(null), { ok: true, status: 200, headers: new Headers(), body: {} }),
  ],
])("that resolves to %s is named in the error", async (_, value) => {
  const fetch = vi.fn().mockResolvedValue(value);
  const client = new PaymentsClient({ ...good, fetch, maxRetries: 0 });
  const error = await rejection(client.products.list(), ConnectionError);
  expect(error.message).toBe(
    "products.list got no complete response: fetch must resolve to a Response with body.getReader, arrayBuffer or text",
  );
});

test("the body of a result that a call does not have is cancelled, not read", async () => {
  const [pull, cancel] = [vi.fn(), vi.fn()];
  const fetch = async () => new Response(new ReadableStream({ pull, cancel }, { highWaterMark: 0 }));
  await new PaymentsClient({ ...good, fetch }).products.update("prd_1", { name: "x" });
  expect(pull).not.toHaveBeenCalled();
  expect(cancel).toHaveBeenCalledTimes(1);
});

test("the body of a result that a call does not have is read if it cannot be cancelled, and its error ignored", async () => {
  const arrayBuffer = vi.fn(async () => Promise.reject(new Error("closed")));
  const update = (more: object) =>
    new PaymentsClient({ ...good, fetch: imitation({ arrayBuffer, ...more }) }).products.update("prd_1", {
      name: "x",
    });
  expect(await update({ body: Readable.from([bytes]) })).toBeUndefined();
  expect(arrayBuffer).toHaveBeenCalledTimes(1);
  expect(await update({ body: null })).toBeUndefined();
  expect(arrayBuffer).toHaveBeenCalledTimes(1);
});

test("an error by which Next.js interrupts a page that it prerenders stays recognizable, and is not retried", async () => {
  const fetch = vi.fn<Fetch>(async () => {
    throw Object.assign(new Error("Dynamic server usage"), { digest: "DYNAMIC_SERVER_USAGE" });
  });
  const error = await rejection(new PaymentsClient({ ...good, fetch }).products.list(), ConnectionError);
  expect(error).toMatchObject({ digest: "DYNAMIC_SERVER_USAGE" });
  expect(fetch).toHaveBeenCalledOnce();
});

const looped = new Error("looped");
looped.cause = looped;

test.each<unknown>([
  ...[undefined, null, "down", 7, 10n, Symbol("s"), [], looped],
  { message: 7, cause: null, code: {}, syscall: [] },
  { errors: [{ code: 7 }, null], cause: { cause: "deep" } },
])("that throws %o, or whose body fails with it, gives an error of the SDK", async (thrown) => {
  const failing = new ReadableStream({ start: (body) => body.error(thrown) });
  for (const fetch of [() => Promise.reject(thrown), async () => new Response(failing)]) {
    const client = new PaymentsClient({ ...good, fetch, maxRetries: 0 });
    expect(await rejection(client.products.list(), ConnectionError)).toMatchObject({ code: "connection" });
  }
});
