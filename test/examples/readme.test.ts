/** The file of “Check your shop”, run as a reader does, with the whole shop of README.md. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { SEARCHING } from "../support/check-shop.ts";
import { freePort } from "../support/free-port.ts";
import { writeShop } from "../support/readme.ts";
import { SEARCH } from "../support/search-limits.ts";
import { printTried, runNode } from "./run.ts";

const ROOT = join(import.meta.dirname, "../..");

test("it plays a story, and searches the shop", SEARCHING, async () => {
  // Inside the package, so that it can import itself and Express by name.
  const folder = await mkdtemp(join(ROOT, "test", ".tmp-readme-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const guide = await readFile(join(ROOT, "docs/guides/prove-your-shop.md"), "utf8");
  const [, routes = "", check = ""] = /```js\n(import { job }.*?)```.*?```js\n(.*?)```/s.exec(guide) ?? [];
  const [, imports = "", code = ""] = /(.*\n)\n(.*)/s.exec(routes) ?? [];
  const port = await freePort();
  await writeShop(folder, port, (name, text) =>
    name === "app.ts" ? text.replace('import "./job.ts";\n', imports) + code : text,
  );
  await writeFile(join(folder, "shop.check.mjs"), check.replaceAll("3000", String(port)));
  const { budget, seed } = SEARCH;
  const limits = ["--budget", String(budget / 1000), "--seed", String(seed)];
  const command = [join(ROOT, "dist/cli/payments-client.js"), "check-shop", "shop.check.mjs"];
  for (const [options, verdicts] of [
    [["--story", "order, pay, deliver, refund 1, cancel order"], [0]],
    // Not all of the first stories are played.
    [limits, [0, 3]],
  ] as const) {
    const { code: verdict, stdout, stderr } = await runNode(folder, [...command, ...options]);
    expect(verdicts, stdout + stderr).toContain(verdict);
    expect(stdout).toContain("Tried ");
    printTried(stdout);
  }
});
