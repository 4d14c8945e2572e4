import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { defineConfig, type Options } from "tsup";

/**
 * Libraries that a build holds in itself. Their licences travel with it. zod's own entry points load all of its
 * languages, which takes four times as long as everything else in the client; it stays a dependency for its types
 * and for the sandbox.
 */
const INLINED = { client: ["zod"], sandbox: ["hono", "uqr"] };

const shared: Options = {
  target: "es2022",
  platform: "node",
  dts: true,
  sourcemap: true,
  splitting: true,
};

/**
 * Built apart: what two entry points share goes into a file of its own, and a bundler can leave out models
 * that nobody uses only where they stand in one file with the functions that make them.
 */
const client: Options = {
  ...shared,
  noExternal: INLINED.client,
  entry: { index: "src/index.ts", "webhooks/index": "src/webhooks/index.ts" },
};
const sandbox: Options = {
  ...shared,
  // Nobody debugs a gateway in production, and its maps would be a third of the package.
  sourcemap: false,
  noExternal: INLINED.sandbox,
  entry: { "sandbox/index": "src/sandbox/index.ts", "msw/index": "src/msw/index.ts" },
};
const bin: Options = {
  ...sandbox,
  dts: { entry: sandbox.entry ?? {} },
  entry: { ...sandbox.entry, "bin/payments-sandbox": "src/bin/payments-sandbox.ts" },
};

/** What browsers get from the sandbox, `import style from "./page.css?raw"`, is a text in the build. */
const rawTexts: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "raw-texts",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: relative(import.meta.dirname, join(resolveDir, path)),
      namespace: "raw",
    }));
    onLoad({ filter: /./, namespace: "raw" }, async ({ path }) => ({
      contents: await readFile(path.slice(0, -"?raw".length), "utf8"),
      loader: "text",
    }));
  },
};

/** CommonJS has no shared files here, but its webhooks have to throw the error classes that its index exports. */
const errorsFromIndex: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "errors-from-index",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/errors\/[\w-]+-error\.ts$/ }, ({ importer }) =>
      /[\\/]src[\\/]webhooks[\\/]/.test(importer) ? { path: "../index.cjs", external: true } : undefined,
    );
  },
};

const forCommonJs: Options = {
  format: "cjs",
  splitting: false,
  esbuildPlugins: [errorsFromIndex],
};

const forEsm: Options = { format: "esm" };

const readLicence = async (name: string): Promise<string> => {
  const texts = await Promise.all(
    ["license", "LICENSE"].map((file) => readFile(`node_modules/${name}/${file}`, "utf8").catch(() => "")),
  );
  const text = texts.find((found) => found !== "");
  if (!text) throw new Error(`${name} has no licence to ship`);
  return `${name}\n\n${text.trim()}\n`;
};

const writeLicences = async (): Promise<void> => {
  const licences = await Promise.all(Object.values(INLINED).flat().map(readLicence));
  await writeFile("dist/LICENSES-of-inlined-code.txt", licences.join("\n---\n\n"));
};

export default defineConfig([
  { ...client, ...forCommonJs },
  { ...client, ...forEsm, onSuccess: writeLicences },
  { ...sandbox, ...forCommonJs, esbuildPlugins: [rawTexts] },
  { ...bin, ...forEsm, esbuildPlugins: [rawTexts] },
]);
