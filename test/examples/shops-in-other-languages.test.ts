import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { SEARCH, SEARCH_TIMEOUT } from "../support/search-limits.ts";

const ROOT = join(import.meta.dirname, "../..");

const run = promisify(execFile);

/** The Python for which Debian installs packages comes first. */
const env = { ...process.env, PATH: `/usr/bin:${process.env["PATH"]}` };

test.concurrent.each(["php", "python"])(
  "a whole shop in %s passes `payments-client check-shop`",
  { timeout: SEARCH_TIMEOUT },
  async (language) => {
    const { seed, budget } = SEARCH;
    const options = ["--seed", `${seed}`, "--budget", `${budget / 1000}`, "--timeout", "20"];
    const { stdout } = await run(
      process.execPath,
      [join(ROOT, "dist/bin/payments-client.js"), "check-shop", "shop.check.mjs", ...options],
      { cwd: join(ROOT, `examples/${language}-shop`), env },
    ).catch((error: unknown) => Promise.reject(new Error(Object(error).stdout)));
    console.log(stdout);
    expect(stdout).toContain("passed  No story broke a law.");
  },
);
