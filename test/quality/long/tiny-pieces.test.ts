import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const run = promisify(execFile);
const WORKER = join(import.meta.dirname, "tiny-pieces-worker.ts");

test.each(["fetch handler", "Node listener", "client"])(
  "1 MiB that comes in pieces of one byte costs the %s at most 64 MB",
  async (way) => {
    const { stdout } = await run(process.execPath, [WORKER, way]);
    const { status, megabytes } = JSON.parse(stdout);
    expect(status).toBe(200);
    expect(megabytes).toBeLessThan(64);
  },
  300_000,
);
