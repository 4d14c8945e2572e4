import { transform } from "esbuild";
import { expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox/index.ts";

const fetchScript = () => new Sandbox().fetch(new Request("https://sandbox.invalid/widget/be_gateway.js"));

test("the widget's script may be loaded by a page of any origin", async () => {
  const { status, headers } = await fetchScript();
  expect(status).toBe(200);
  expect(headers.get("content-type")).toMatch(/^text\/javascript/);
  expect(headers.get("access-control-allow-origin")).toBe("*");
  expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
});

test("the widget's script runs where ES2017 does", async () => {
  const script = await (await fetchScript()).text();
  const [old, latest] = await Promise.all([
    transform(script, { target: "es2017" }),
    transform(script, { target: "esnext" }),
  ]);
  expect(script).toContain("BeGateway");
  expect(old.code).toBe(latest.code);
});

test("the widget's script answers to GET alone", async () => {
  const request = new Request("https://sandbox.invalid/widget/be_gateway.js", { method: "POST" });
  expect((await new Sandbox().fetch(request)).status).toBe(404);
});
