/** Bundles both functions, each into one file. */
import { build } from "esbuild";

const shared = { bundle: true, minify: true, format: "esm", target: "es2022", logLevel: "warning" } as const;

await Promise.all([
  build({ ...shared, entryPoints: ["src/lambda.ts"], outfile: "dist/lambda.mjs", platform: "node" }),
  build({
    ...shared,
    entryPoints: ["src/worker.ts"],
    outfile: "dist/worker.js",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["workerd", "worker"],
  }),
]);
