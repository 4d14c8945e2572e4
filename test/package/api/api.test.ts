import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";
import { afterAll, expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };

const ROOT = resolve(import.meta.dirname, "../../..");
const WRITTEN = mkdtempSync(join(tmpdir(), "payments-api-"));
const NOT_REPORTED = { default: { logLevel: ExtractorLogLevel.None } };

afterAll(() => rmSync(WRITTEN, { recursive: true }));

/** The declarations of each entry point, by the name of its report. */
const entryPoints = Object.entries(manifest.exports).flatMap(([path, target]) =>
  typeof target === "string" ? [] : [{ name: path.slice(2) || "index", file: target.import.types }],
);

const configure = ({ name, file }: (typeof entryPoints)[number]): ExtractorConfig =>
  ExtractorConfig.prepare({
    packageJsonFullPath: join(ROOT, "package.json"),
    configObjectFullPath: undefined,
    configObject: {
      projectFolder: ROOT,
      mainEntryPointFilePath: join(ROOT, file),
      newlineKind: "lf",
      compiler: {
        overrideTsconfig: {
          extends: join(ROOT, "tsconfig.json"),
          include: [],
          files: entryPoints.map((entryPoint) => entryPoint.file),
        },
      },
      apiReport: {
        enabled: true,
        // The fields of models, from which their types are inferred.
        includeForgottenExports: true,
        reportFileName: `${name}.api.md`,
        reportFolder: WRITTEN,
        reportTempFolder: join(WRITTEN, "temp"),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        compilerMessageReporting: NOT_REPORTED,
        extractorMessageReporting: NOT_REPORTED,
        tsdocMessageReporting: NOT_REPORTED,
      },
    },
  });

let compilerState: CompilerState | undefined;

/** What API Extractor says of nearly every name. */
const NOISE = /^ *\/\/ (?:@public|\(undocumented\))\n/gm;

/** A union of strings, whose order differs between two builds of the same code. */
const UNION = /"[\w-]+"(?: \| "[\w-]+")+/g;

const sorted = (union: string): string => union.split(" | ").sort().join(" | ");

/** The names of an enum of zod, whose order differs in the same way. */
const ENUM = /(?<=ZodMiniEnum<\{\n)(?: +"?[\w-]+"?: "[\w-]+";\n)+/g;

const sortedLines = (lines: string): string =>
  lines
    .split(/(?<=\n)/)
    .sort()
    .join("");

/** All exported names and signatures of an entry point, sorted by name. */
const reportOf = (config: ExtractorConfig): string => {
  compilerState ??= CompilerState.create(config);
  const messageCallback = (message: { handled: boolean }) => {
    message.handled = true;
  };
  Extractor.invoke(config, { compilerState, localBuild: true, messageCallback });
  return readFileSync(config.reportFilePath, "utf8")
    .replaceAll(NOISE, "")
    .replaceAll(UNION, sorted)
    .replaceAll(ENUM, sortedLines);
};

const declarationsIn = (name: string): string[] =>
  entryPoints.flatMap((each) => (each.name === name ? reportOf(configure(each)).split("\n\n") : []));

const signatureOf = (declaration: string): string => declaration.replace(/^export /m, "");

/** Exported names, and the frame of the report. */
const ALWAYS_REPORTED = /^(?:export |import |[#>`])/m;

/** The report of an entry point, without the models of index, which each entry point declares again. */
function ownReportOf(name: string): string {
  const shared = new Set(name === "index" ? [] : declarationsIn("index").map(signatureOf));
  const isOwn = (each: string): boolean => ALWAYS_REPORTED.test(each) || !shared.has(each);
  return declarationsIn(name).filter(isOwn).join("\n\n");
}

test.each(entryPoints)("exports from $name the names and signatures of its report", async ({ name }) => {
  const report = ownReportOf(name);
  expect(report).toContain("export ");
  await expect(report, "Run npm run api if the change is intended").toMatchFileSnapshot(`${name}.api.md`);
});
