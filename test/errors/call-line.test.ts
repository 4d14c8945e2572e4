import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

const folder = mkdtempSync(join(tmpdir(), "call-line-"));

afterAll(() => rmSync(folder, { recursive: true }));

/** A merchant's program: each line with a call is marked with its name. It prints the first frames of each error. */
const program = (load: string): string => `
${load}
const answers = { refused: () => new Response('{"errors":{"a":"b"}}', { status: 422 }), lost: () => { throw new TypeError("lost"); }, odd: () => new Response("odd") };
const clientOf = (fetch) => new PaymentsClient({
  shopId: 1, secretKey: "s3cret", baseUrl: "https://a.example", checkoutUrl: "https://a.example", gatewayUrl: "https://a.example",
  maxRetries: 0, fetch: async () => { await new Promise((resolve) => setTimeout(resolve, 1)); return fetch(); },
});
const seen = {};
const keep = (name) => (error) => { const [title, ...frames] = error.stack.split("\\n    at "); seen[name] = [title === String(error) ? error.name : title, ...frames.slice(0, 3)]; };
async function main() {
  for (const [answer, fetch] of Object.entries(answers)) {
    const payments = clientOf(fetch);
    try {
      await payments.products.get("prd_1"); // awaited
    } catch (error) { keep(answer + " awaited")(error); }
    try {
      await Promise.all([payments.transactions.refund({ parent_uid: "u", amount: 1, reason: "r" })]); // together
    } catch (error) { keep(answer + " together")(error); }
    await payments.products.update("prd_1", { name: "x" }).then(() => { throw new Error("ok"); }).catch(keep(answer + " caught")); // caught
    await payments.request("GET", "https://a.example/x").then((x) => x.x).catch(keep(answer + " request")); // request
  }
  const payments = clientOf(answers.refused);
  await payments.checkouts.poll("t").catch(keep("refused poll")); // poll
  await payments.checkouts.poll("t", { interval: 0 }).catch(keep("option poll")); // poll
  await payments.products.create({}).catch(keep("invalid caught")); // caught
  try {
    await payments.transactions.pay({}); // awaited
  } catch (error) { keep("invalid awaited")(error); }
  try {
    new PaymentsClient({}); // constructed
  } catch (error) { keep("option constructed")(error); }
}
main().then(() => console.log(JSON.stringify(seen)));
`;

const built = (file: string): string => join(root, "dist", file);

// The source: `classes.test.ts`.
test.each([
  [
    "the build, import",
    "esm.mjs",
    `import { PaymentsClient } from ${JSON.stringify(pathToFileURL(built("index.js")).href)};`,
  ],
  ["build, require", "cjs.cjs", `const { PaymentsClient } = require(${JSON.stringify(built("index.cjs"))});`],
])("with %s, the stack begins at the merchant's line or one frame above it", (_, file, load) => {
  const text = program(load);
  const path = join(folder, file);
  writeFileSync(path, text);
  const lines = text.split("\n");
  const seen: Record<string, [string, ...string[]]> = JSON.parse(
    execFileSync(process.execPath, [path], { encoding: "utf8" }),
  );
  const places = Object.entries(seen).map(([name, [type, ...frames]]) => {
    const own = frames.findIndex((frame) => frame.includes(file));
    const line = Number(/:(\d+):\d+\)?$/.exec(frames[own] ?? "")?.[1]);
    const mark = name.split(" ")[1] ?? "";
    return [name, type, own === 0 || own === 1, lines[line - 1]?.endsWith(`// ${mark}`)];
  });
  const WAYS = ["awaited", "together", "caught", "request"];
  const refused = "ValidationError";
  expect(places).toStrictEqual([
    ...WAYS.map((way) => [`refused ${way}`, refused, true, true]),
    ...WAYS.map((way) => [`lost ${way}`, "ConnectionError", true, true]),
    ...["awaited", "together"].map((way) => [`odd ${way}`, "UnexpectedResponseError", true, true]),
    ["odd caught", "Error", true, true],
    ["refused poll", refused, true, true],
    ["option poll", "InvalidRequestError", true, true],
    ["invalid caught", "InvalidRequestError", true, true],
    ["invalid awaited", "InvalidRequestError", true, true],
    ["option constructed", "ConfigurationError", true, true],
  ]);
});
