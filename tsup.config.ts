import { readFile, writeFile } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";

/** Libraries that a build holds in itself. Their licences travel with it. */
const INLINED = ["ky", "hono", "@hono/node-server"];

const shared: Options = {
  entry: { index: "src/index.ts", "sandbox/index": "src/sandbox/index.ts" },
  target: "es2022",
  platform: "node",
  dts: true,
  sourcemap: true,
  splitting: true,
};

const readLicence = async (name: string): Promise<string> => {
  const folder = `node_modules/${name}`;
  const texts = await Promise.all(
    ["license", "LICENSE"].map((file) => readFile(`${folder}/${file}`, "utf8").catch(() => "")),
  );
  const text = texts.find((found) => found !== "");
  if (!text) throw new Error(`${name} has no licence to ship`);
  return `${name}\n\n${text.trim()}\n`;
};

export default defineConfig([
  // ky is for ESM only, so the CommonJS build holds it.
  { ...shared, format: "cjs", noExternal: INLINED },
  {
    ...shared,
    format: "esm",
    noExternal: INLINED.filter((name) => name !== "ky"),
    onSuccess: async () => {
      const licences = await Promise.all(INLINED.map(readLicence));
      await writeFile("dist/LICENSES-of-inlined-code.txt", licences.join("\n---\n\n"));
    },
  },
]);
