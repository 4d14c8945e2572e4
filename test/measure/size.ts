/** Prints the bundle size of each entry point, dependencies included, and fails above its budget. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** Imports, and their budgets in kB, gzipped. */
const budgets = {
  'export { PaymentsClient } from "payments-client"': 27,
  'export * from "payments-client/webhooks"': 6.5,
};

/** The budget of the sandbox in the package, in kB, gzipped: not minified, without its dependencies. */
const SANDBOX_BUDGET = 106.9;

/** The size of a bundle: minified, dependencies included, tree-shaken. */
async function kilobytes(contents: string, plugins: Plugin[] = []): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    plugins,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength / 1000;
}

for (const [contents, budget] of Object.entries(budgets)) {
  const size = await kilobytes(contents);
  console.log(`${contents}: ${size.toFixed(2)} kB gzipped, dependencies included (budget ${budget} kB)`);
  if (size > budget) process.exitCode = 1;
}

/** Removes the code of payment tokens, which bundlers include even if a merchant only calls `products`. */
const withoutCheckouts: Plugin = {
  name: "without-checkouts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /resources[\\/]checkouts\.ts$/ }, () => ({ contents: "export class Checkouts {}" })),
};
const source = 'export { PaymentsClient } from "../../src/client.ts"';
const unused = (await kilobytes(source)) - (await kilobytes(source, [withoutCheckouts]));
console.log(`  included even if you only use products: ${unused.toFixed(2)} kB for payment tokens`);

const readBuilt = (file: string): string =>
  readFileSync(join(import.meta.dirname, "../../dist", file), "utf8");
const [, chunk = ""] = /"\.\.\/(chunk-\w+\.js)"/.exec(readBuilt("sandbox/index.js")) ?? [];
const sandbox = gzipSync(readBuilt(chunk)).byteLength / 1000;
console.log(
  `payments-client/sandbox: ${sandbox.toFixed(1)} kB gzipped in the package (budget ${SANDBOX_BUDGET} kB)`,
);
if (sandbox > SANDBOX_BUDGET) process.exitCode = 1;
