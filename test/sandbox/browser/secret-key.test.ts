import { build } from "esbuild";
import { afterAll, expect, test } from "vitest";
import { listen } from "../../../src/sandbox/http/listen.ts";
import { openBrowser } from "./open-browser.ts";

/** Creates a client in the page or worker, and reports the result. */
const program = `import { PaymentsClient } from "./src/index.ts";
  const address = "https://gateway.example";
  const options = { shopId: 1, secretKey: "secret", baseUrl: address, checkoutUrl: address };
  let said = "a client";
  try { new PaymentsClient(options) } catch ({ name, message }) { said = name + ": " + message }
  const isAllowed = new PaymentsClient({ ...options, dangerouslyAllowBrowser: true }) instanceof PaymentsClient;
  globalThis.postMessage(said + ", " + isAllowed);`;

const stdin = { contents: program, resolveDir: process.cwd() };
const { outputFiles } = await build({ stdin, bundle: true, format: "esm", write: false });
const script = outputFiles[0]?.text ?? "";
const site = await listen(
  async ({ url }) =>
    url.endsWith("/program.js")
      ? new Response(script, { headers: { "content-type": "text/javascript" } })
      : new Response("<!doctype html><title>Shop</title>", { headers: { "content-type": "text/html" } }),
  0,
  "127.0.0.1",
);
const browser = await openBrowser();
afterAll(async () => {
  await browser.close();
  await site.close();
});

test.each([
  ["a page", 'import("/program.js")'],
  ["a module worker", 'new Worker("/program.js", { type: "module" })'],
])("%s cannot create a client unless dangerouslyAllowBrowser is set", async (_where, start) => {
  const page = await browser.newPage();
  await page.goto(site.url);
  const said = await page.evaluate(`new Promise((resolve) => {
    const keep = ({ data }) => resolve(data);
    addEventListener("message", keep);
    const started = ${start};
    if (started instanceof Worker) started.onmessage = keep;
  })`);
  expect(said).toMatch(/^ConfigurationError: dangerouslyAllowBrowser must be true in a browser.*, true$/);
  await page.close();
});
