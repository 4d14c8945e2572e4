/** The size of each package in a bundle. */
import { gzipSync } from "node:zlib";
import { build, type Platform } from "esbuild";
import type { Group } from "./group.ts";

const here = import.meta.dirname;

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

const stripe = 'export { default } from "stripe"';
const groups: Group[] = [
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
