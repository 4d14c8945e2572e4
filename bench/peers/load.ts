/** The import time of each package, in a separate process, and its size in a bundle. */
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { build, type Platform } from "esbuild";
import { type Group, inTurn } from "./group.ts";

const ROUNDS = 11;

const here = import.meta.dirname;

/** Milliseconds of wall time and of CPU, in a new process. */
const timeOf = (code: string) => async (): Promise<readonly number[]> => {
  const program = `const at = performance.now(), before = process.cpuUsage();
    ${code};
    const { user, system } = process.cpuUsage(before);
    console.log(JSON.stringify([performance.now() - at, (user + system) / 1000]));`;
  const args = ["--input-type=module", "-e", program];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: here, encoding: "utf8" }));
};

const bundled = async (contents: string, platform: Platform = "browser"): Promise<number[]> => {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: here },
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    write: false,
  });
  return [gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength / 1000];
};

const [wall = {}, cpu = {}] = await inTurn(
  {
    stripe: timeOf('await import("stripe")'),
    openai: timeOf('await import("openai")'),
    "payments-client": timeOf('await import("../../dist/index.js")'),
    ky: timeOf('await import("ky")'),
    "zod/mini": timeOf('await import("zod/mini")'),
    "a Request of Node's own": timeOf('new Request("http://localhost")'),
  },
  ROUNDS,
);
const stripe = 'export { default } from "stripe"';
const groups: Group[] = [
  { title: "Import, ms", rows: wall },
  { title: "Import, ms of CPU", rows: cpu },
  {
    title: "Bundle, dependencies included, kB gzipped",
    rows: {
      "payments-client": await bundled('export { PaymentsClient } from "../../dist/index.js"'),
      "stripe, fetch": await bundled(stripe),
      "stripe, node:http": await bundled(stripe, "node"),
      openai: await bundled('export { default } from "openai"'),
    },
  },
];
process.send?.(groups);
