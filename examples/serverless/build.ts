/** Bundles both functions, each into one file. Neither has a database driver for Node. */
import { build } from "esbuild";

await build({
  entryPoints: ["lambda.ts", "worker.ts"],
  outdir: "dist",
  outExtension: { ".js": ".mjs" },
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["workerd", "worker"],
  external: ["node:*"],
  logLevel: "warning",
});
