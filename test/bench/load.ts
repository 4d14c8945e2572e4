/** How long it takes to import each, in a process of its own, and what each costs a bundle. */
import { execFileSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { build, type Platform } from "esbuild";
import { type Group, inTurn } from "./group.ts";

const ROUNDS = 11;

const here = import.meta.dirname;

const importing = (name: string) => async (): Promise<readonly number[]> => {
  const code = `const at = performance.now(); await import("${name}"); console.log(performance.now() - at)`;
  return [Number(execFileSync(process.execPath, ["--input-type=module", "-e", code], { cwd: here }))];
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

const imports = { "payments-client": "../../dist/index.js", stripe: "stripe", openai: "openai" };
const contenders = Object.entries(imports).map(([name, from]) => [name, importing(from)]);
const [milliseconds = {}] = await inTurn(Object.fromEntries(contenders), ROUNDS);
const stripe = 'export { default } from "stripe"';
const groups: Group[] = [
  {
    title: "Import, ms",
    rows: milliseconds,
    targets: [{ who: "payments-client", times: 0.5, of: "stripe" }],
  },
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
