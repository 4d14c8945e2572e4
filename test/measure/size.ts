/** Prints the bundle size of each entry point, dependencies included, and fails above its budget. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** Imports, and their budgets in kB, gzipped. */
const budgets = {
  'export { PaymentsClient } from "payments-client"': 29.9,
  'export * from "payments-client/webhooks"': 7.2,
};

/** The budget of the sandbox in the package, in kB, gzipped: not minified, without its dependencies. */
const SANDBOX_BUDGET = 117.5;

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

const DIST = join(import.meta.dirname, "../../dist");

/** A built file and the chunks that it imports, without those that are loaded on demand, such as that of `checkShop`. */
function withChunks(file: string, found = new Map<string, string>()): Map<string, string> {
  if (found.has(file)) return found;
  const code = readFileSync(file, "utf8");
  found.set(file, code);
  for (const [, path = ""] of code.matchAll(
    /^(?:import|\} from|export .* from) ?.*"(\.{1,2}\/[\w./-]+)";$/gm,
  )) {
    withChunks(join(dirname(file), path), found);
  }
  return found;
}

const built = [...withChunks(join(DIST, "sandbox/index.js")).values()].join("\n");
const sandbox = gzipSync(built).byteLength / 1000;
console.log(
  `payments-client/sandbox: ${sandbox.toFixed(1)} kB gzipped in the package (budget ${SANDBOX_BUDGET} kB)`,
);
if (sandbox > SANDBOX_BUDGET) process.exitCode = 1;
