import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.doUnmock("undici");
  vi.resetModules(); // other files of this worker load the recipe with the real one
});

test("what keeps a runtime from sending a POST again reaches undici", async () => {
  const fetch = vi.fn();
  vi.resetModules();
  vi.doMock("undici", async (original) => ({ ...(await original<object>()), fetch }));
  const { fetchThrough } = await import("../../../examples/recipes/undici-fetch.ts");
  const { Agent } = await import("undici");
  const through = fetchThrough(new Agent());
  const body = new Blob(["{}"]); // as on Deno
  await through("https://gateway.example/products", { method: "POST", body, keepalive: false });
  await through("https://gateway.example/products", { method: "POST", body: "{}" });
  await through("https://gateway.example/products", {});
  const [ofBlob, ofText, ofNothing] = fetch.mock.calls.map(([, init]) => init);
  expect(ofBlob).toMatchObject({ body, keepalive: false, redirect: "manual" });
  expect(ofText).toMatchObject({ body: "{}" });
  expect(ofText).not.toHaveProperty("keepalive");
  expect(ofNothing).toMatchObject({ method: "GET", body: null });
});
