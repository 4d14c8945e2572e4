import { build } from "esbuild";
import { expect, test } from "vitest";

// For browsers, esbuild resolves no built-in module of Node: an import of one fails.
test.each(["src/webhooks/index.ts", "dist/webhooks/index.js"])(
  "%s imports no module that only Node has",
  async (entry) => {
    const options = { bundle: true, write: false, platform: "browser", logLevel: "silent" } as const;
    const { errors, outputFiles } = await build({ ...options, entryPoints: [entry] });
    expect(errors).toStrictEqual([]);
    expect(outputFiles).toHaveLength(1);
  },
);
