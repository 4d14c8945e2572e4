import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

const run = promisify(execFile);

test("a whole shop in PHP passes `payments-client check-shop`", { timeout: 400_000 }, async () => {
  const options = ["--seed", "1", "--budget", "30", "--timeout", "20"];
  const { stdout } = await run(
    process.execPath,
    [join(ROOT, "dist/bin/payments-client.js"), "check-shop", "shop.check.mjs", ...options],
    { cwd: join(ROOT, "examples/php-shop") },
  ).catch((error: unknown) => Promise.reject(new Error(Object(error).stdout)));
  expect(stdout).toContain("passed  No story broke a law.");
});
