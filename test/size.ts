/** Prints what each entry point costs a bundle, all in, and fails above its budget. */
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

/** What a merchant writes, and what it may cost in kB, gzipped. */
const budgets = {
  'export { PaymentsClient } from "payments-client"': 22,
  'export * from "payments-client/webhooks"': 6,
};

for (const [contents, budget] of Object.entries(budgets)) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  const kilobytes = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).byteLength / 1000;
  console.log(`${contents}: ${kilobytes.toFixed(2)} kB gzipped, dependencies included (budget ${budget} kB)`);
  if (kilobytes > budget) process.exitCode = 1;
}
