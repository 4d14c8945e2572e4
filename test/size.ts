/** Prints what `import { PaymentsClient }` costs a bundle, all in, and fails above the budget. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const BUDGET_KB = 22;

const { outputFiles } = await build({
  stdin: {
    contents: 'export { PaymentsClient } from "payments-client";',
    resolveDir: import.meta.dirname,
  },
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  write: false,
});
const kilobytes = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength / 1000;
console.log(
  `import { PaymentsClient }: ${kilobytes.toFixed(1)} kB gzipped with ky and zod (budget ${BUDGET_KB} kB)`,
);
if (kilobytes > BUDGET_KB) process.exitCode = 1;
