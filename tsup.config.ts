import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { transform } from "esbuild";
import { defineConfig, type Options } from "tsup";

/** Packages that are bundled into the sandbox. */
const INLINED_IN_SANDBOX = ["@picocss/pico", "hono", "uqr"];

/** ky is ESM only, but `require()` must work under Jest and without Node's `require(esm)`. */
const INLINED_IN_COMMONJS = ["ky"];

const shared: Options = {
  target: "es2022",
  platform: "node",
  splitting: true,
};

/**
 * Leaves out what esbuild keeps of the comments: the path of each module, and what stands in classes and literals. It is
 * 4 % of the sandbox's size in the package. Marks for bundlers, `@__NO_SIDE_EFFECTS__`, stay.
 */
const withoutComments: NonNullable<Options["plugins"]>[number] = {
  name: "without-comments",
  renderChunk: (code) => ({
    code: code.replaceAll(/^[ \t]*(?:\/\/(?! @__).*|\/\*(?:(?!\*\/)[\s\S])*\*\/)\n/gm, ""),
  }),
};

/**
 * Moves the imports of packages to the top of a file. A bundle then has the code of this package in one piece, which gzip
 * compresses to 160 bytes less than in two pieces with packages between.
 */
const packagesFirst: NonNullable<Options["plugins"]>[number] = {
  name: "packages-first",
  renderChunk: (code) => {
    const imports = [...code.matchAll(/^import .* from "(?!\.).*";\n/gm)].map(([line]) => line);
    const rest = imports.reduce((left, line) => left.replace(line, ""), code);
    return { code: imports.sort().join("") + rest };
  },
};

const CLIENT_ENTRY = ["src/index.ts", "src/webhooks.ts"];
const TELEMETRY_ENTRY = ["src/opentelemetry.ts"];
const SANDBOX_ENTRY = ["src/sandbox.ts", "src/msw.ts"];

/**
 * Built separately from the sandbox: code shared by entry points is moved to a chunk, and bundlers remove unused
 * models only if they are in the same file as the functions that create them.
 */
const client: Options = { ...shared, plugins: [withoutComments, packagesFirst], entry: CLIENT_ENTRY };

/** Built separately: as a third client entry it would add an import without names to the other two. */
const telemetry: Options = { ...shared, splitting: false, entry: TELEMETRY_ENTRY };

const sandbox: Options = {
  ...shared,
  // Shorter statements; names and lines stay, for those who debug into it.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
    // Nobody bundles the pages, so their elements need no mark that they can be left out.
    options.jsxSideEffects = true;
  },
  plugins: [withoutComments],
  noExternal: INLINED_IN_SANDBOX,
  entry: SANDBOX_ENTRY,
};
const bin: Options = {
  ...sandbox,
  // The check is a merchant's code: it uses the client that the package exports.
  external: [/^payments-client/],
  entry: [...SANDBOX_ENTRY, "src/cli/payments-client.ts"],
};

/** What browsers get from the sandbox, `import style from "./page.css?raw"`, is a minified text in the build. */
const rawTexts: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "raw-texts",
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /\?raw$/ }, ({ path, resolveDir }) => ({
      path: path.startsWith(".")
        ? relative(import.meta.dirname, join(resolveDir, path))
        : join("node_modules", path),
      namespace: "raw",
    }));
    onLoad({ filter: /./, namespace: "raw" }, async ({ path }) => {
      const file = path.slice(0, -"?raw".length);
      const loader = file.endsWith(".css") ? "css" : "js";
      const { code } = await transform(await readFile(file, "utf8"), { loader, minify: true });
      return { contents: code, loader: "text" };
    });
  },
};

/** The client and `opentelemetry` import the manifest for its version: the build must not contain the rest. */
const versionOnly: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "version-only",
  setup: ({ onLoad }) => {
    onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, "utf8"));
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};

/** The CommonJS build has no shared chunks, but its webhooks must throw the error classes that its index exports. */
const errorsFromIndex: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "errors-from-index",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/errors\/[\w-]+-error\.ts$/ }, ({ importer }) =>
      /[\\/]src[\\/]webhooks(?:[\\/]|\.ts$)/.test(importer)
        ? { path: "./index.cjs", external: true }
        : undefined,
    );
  },
};

/** Inlined packages make coders at module level. Tests of pages run in jsdom, which has none, and must be able to load the package. */
const lateCoders: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "late-coders",
  setup: ({ onLoad }) => {
    onLoad({ filter: /node_modules[\\/](?:hono|ky)[\\/].*\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replaceAll(
        /^(const \w+ = )new Text(En|De)coder\(\);$/gm,
        (_, start: string, kind: string) => {
          const method = `${kind.toLowerCase()}code`;
          return `${start}{ ${method}: (given) => new Text${kind}coder().${method}(given) };`;
        },
      ),
    }));
  },
};

/** The name of the package that a file of `node_modules` belongs to. */
const packageOf = (path: string): string | undefined =>
  /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules\/)/.exec(path)?.[1];

const inlined = new Set<string>();
let written = Promise.resolve();

/** Lists the bundled packages in an SBOM, so that audits of the package find them. */
const listInlined: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "list-inlined",
  setup: ({ initialOptions, onEnd }) => {
    initialOptions.metafile = true;
    onEnd(({ metafile }) => {
      const outputs = Object.values(metafile?.outputs ?? {});
      for (const { inputs } of outputs) {
        for (const path of Object.keys(inputs)) {
          const name = packageOf(path);
          if (name !== undefined) inlined.add(name);
        }
      }
      // Builds end in any order; the last one has the complete list.
      written = written.then(() => writeInlined([...inlined].sort()));
      return written.then(() => undefined);
    });
  },
};

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** The CycloneDX component of a package. */
const componentOf = async (folder: string) => {
  const { name, version, license } = await readManifest(folder);
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  return { type: "library", "bom-ref": purl, name, version, licenses: [{ license: { id: license } }], purl };
};

const readLicence = async (folder: string): Promise<string> => {
  const { name, version } = await readManifest(folder);
  const texts = await Promise.all(
    ["license", "LICENSE", "LICENSE.md"].map((file) => readFile(join(folder, file), "utf8").catch(() => "")),
  );
  const text = texts.find((found) => found !== "");
  if (!text) throw new Error(`${name} has no licence to ship`);
  return `${name} ${version}\n\n${text.trim()}\n`;
};

const writeInlined = async (names: readonly string[]): Promise<void> => {
  const folders = names.map((name) => join("node_modules", name));
  const bom = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: await componentOf(".") },
    components: await Promise.all(folders.map(componentOf)),
  };
  await mkdir("dist", { recursive: true });
  await writeFile("dist/sbom.json", `${JSON.stringify(bom, null, 2)}\n`);
  const licences = await Promise.all(folders.map(readLicence));
  await writeFile("dist/LICENSES-of-inlined-code.txt", licences.join("\n---\n\n"));
};

/** Of all entry points together, so that each type is declared once, where `payments-client` or another entry point exports it. */
const declarations: Options = {
  entry: [...CLIENT_ENTRY, ...TELEMETRY_ENTRY, ...SANDBOX_ENTRY],
  format: ["cjs", "esm"],
  dts: { only: true },
};

const forCommonJs: Options = { format: "cjs", splitting: false };

const forEsm: Options = { format: "esm" };

export default defineConfig([
  declarations,
  {
    ...client,
    ...forCommonJs,
    noExternal: INLINED_IN_COMMONJS,
    esbuildPlugins: [errorsFromIndex, lateCoders, versionOnly, listInlined],
  },
  { ...client, ...forEsm, esbuildPlugins: [versionOnly, listInlined] },
  { ...telemetry, ...forCommonJs, esbuildPlugins: [versionOnly, listInlined] },
  { ...telemetry, ...forEsm, esbuildPlugins: [versionOnly, listInlined] },
  { ...sandbox, ...forCommonJs, esbuildPlugins: [rawTexts, lateCoders, listInlined] },
  { ...bin, ...forEsm, esbuildPlugins: [rawTexts, lateCoders, listInlined] },
]);
