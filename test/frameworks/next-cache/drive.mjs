/** An error of a call keeps its class inside a function with "use cache", and loses it outside. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";

const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1" };
const next = (...args) =>
  spawn("node_modules/.bin/next", args, { env, stdio: ["ignore", "pipe", "inherit"] });

const build = next("build");
build.stdout.pipe(process.stdout);
const [built] = await once(build, "exit");
assert.equal(built, 0);

const started = next("start", "--port", "0", "--hostname", "127.0.0.1");
try {
  const url = await new Promise((resolve) => {
    started.stdout.on("data", (printed) => {
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (found) resolve(found);
    });
  });
  const response = await fetch(`${url}/cached`, { signal: AbortSignal.timeout(30_000) });
  const { inside, outside } = await response.json();

  assert.deepEqual(inside, { isPaymentsError: true, name: "NotFoundError" });
  assert.equal(outside.isPaymentsError, false);
  console.log("ok");
} finally {
  started.kill();
}
