/** Prints the bundle size of what a shop imports, dependencies included, and fails above a budget. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Plugin as EsbuildPlugin, transform } from "esbuild";
import { type Plugin as RollupPlugin, rollup } from "rollup";

const CLIENT = 'export { PaymentsClient } from "payments-client"';

/** Imports, and their budgets in kB, gzipped, for each of the bundlers. An endpoint more takes 0.1 kB. */
const BUDGETS: Readonly<Record<string, number>> = {
  'export { parseReturnUrl } from "payments-client"': 0.5,
  'export { toMinorUnits } from "payments-client"': 1.3,
  'export { outcome } from "payments-client"': 1.7,
  'export { ApiError } from "payments-client"': 1.1,
  'export { currencySchema } from "payments-client"': 4.1,
  'export { orderSchema } from "payments-client"': 8.8,
  'export { Webhooks } from "payments-client/webhooks"': 10.5,
  [CLIENT]: 34.6,
};

/** The budget of the sandbox in the package, in kB, gzipped: not minified, without its dependencies; 10 kB are Pico, the style of its pages. */
const SANDBOX_BUDGET = 163;

const kilobytes = (code: string): number => gzipSync(code, { level: 9 }).byteLength / 1000;

/** What esbuild makes of a module: minified, dependencies included, without what is not used. */
async function bundleByEsbuild(contents: string, plugins: EsbuildPlugin[] = []): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
    plugins,
  });
  return outputFiles[0]?.text ?? "";
}

const ENTRY = "entry";

/** Finds packages as Node does: the ones here have no build of their own for browsers. */
const resolvedByNode = (contents: string): RollupPlugin => ({
  name: "resolved-by-node",
  resolveId: (id, importer) => {
    if (id === ENTRY) return { id, moduleSideEffects: true };
    if (importer && id.startsWith(".")) return resolve(dirname(importer), id);
    return fileURLToPath(import.meta.resolve(id));
  },
  load: (id) => (id === ENTRY ? contents : null),
});

/** The same by Rollup, and so by Vite. `sideEffects` is false in the manifests of this package, ky and zod. */
async function bundleByRollup(contents: string): Promise<string> {
  const plugins = [resolvedByNode(contents)];
  const treeshake = { moduleSideEffects: false };
  const bundle = await rollup({ input: ENTRY, plugins, treeshake, logLevel: "silent" });
  const { output } = await bundle.generate({ format: "esm" });
  const { code } = await transform(output[0].code, { minify: true, format: "esm" });
  return code;
}

/** Prints a size and what is left of its budget. */
function report(what: string, size: number, budget: number): void {
  const left = budget - size;
  const margin = left < 0 ? `${(-left).toFixed(2)} kB too much` : `${left.toFixed(2)} kB left`;
  console.log(`${what}: ${size.toFixed(2)} kB gzipped, budget ${budget} kB, ${margin}`);
  if (left < 0) process.exitCode = 1;
}

for (const [contents, budget] of Object.entries(BUDGETS)) {
  report(`${contents}, esbuild`, kilobytes(await bundleByEsbuild(contents)), budget);
  report(`${contents}, Rollup`, kilobytes(await bundleByRollup(contents)), budget);
}

/** Removes the code of payment tokens, which bundlers include even if a merchant only calls `products`. */
const withoutCheckouts: EsbuildPlugin = {
  name: "without-checkouts",
  setup: ({ onLoad }) =>
    onLoad({ filter: /methods[\\/]checkouts\.ts$/ }, () => ({ contents: "export class Checkouts {}" })),
};
const source = 'export { PaymentsClient } from "../src/client/methods/payments-client.ts"';
const all = kilobytes(await bundleByEsbuild(source));
const unused = all - kilobytes(await bundleByEsbuild(source, [withoutCheckouts]));
console.log(`  included even if you only use products: ${unused.toFixed(2)} kB for payment tokens`);

const DIST = join(import.meta.dirname, "../dist");

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

const built = [...withChunks(join(DIST, "sandbox.js")).values()].join("\n");
report("payments-client/sandbox, in the package", kilobytes(built), SANDBOX_BUDGET);
