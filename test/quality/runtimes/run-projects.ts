import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { expect } from "vitest";
import { type Project, readProjects, testProjects } from "../../support/project.ts";

const IN_MEMORY = "ok prd_ successful verified\n";
const OVER_HTTP = "ok prd_ successful verified, over HTTP\n";
/** `sandbox.listen()` needs Node's servers. */
const WITHOUT_SERVERS = ["workerd"];
/** Scripts that check one thing instead of a sale, and what they print. */
const CHECKS: Readonly<Record<string, string>> = { "Node 22, URLs": "ok, 10000 calls\n" };
const RECEIVED_ONCE = "ok, received once\n";
/** Their `fetch` differs, and some send a request again by themselves. */
const WITH_FETCH_OF_THEIR_OWN = ["bun", "deno", "node"];

/** The other projects are compilers, bundlers and libraries that a merchant uses beside the package. */
const RUNTIMES = [...WITH_FETCH_OF_THEIR_OWN, ...WITHOUT_SERVERS];

const projects = await readProjects(import.meta.dirname);

export const runtimes = projects.filter(({ name }) => RUNTIMES.includes(name));
export const tools = projects.filter(({ name }) => !RUNTIMES.includes(name));

/** Writes a scenario, compiled for each module system. */
async function writeScenario(folder: string, name: string): Promise<void> {
  const source = await readFile(join(import.meta.dirname, `${name}.ts`), "utf8");
  const emit = (module: ts.ModuleKind): string =>
    ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022, module } }).outputText;
  const texts = {
    ts: source,
    mts: source,
    cts: source,
    mjs: emit(ts.ModuleKind.ESNext),
    cjs: emit(ts.ModuleKind.CommonJS),
  };
  for (const [extension, text] of Object.entries(texts)) {
    await writeFile(join(folder, `${name}.${extension}`), text);
  }
}

/** Runs the projects: each script makes a sale, or checks one thing. */
export const runProjects = (chosen: readonly Project[]): void =>
  testProjects(chosen, {
    addFiles: async (folder) => {
      await writeScenario(folder, "scenario");
      await writeScenario(folder, "lost-connection");
    },
    check: (output, { name }, script) => {
      if (CHECKS[script]) return expect(output).toBe(CHECKS[script]);
      expect(output).toContain(IN_MEMORY);
      expect(output).not.toContain("warning; message");
      if (!WITHOUT_SERVERS.includes(name)) expect(output).toContain(OVER_HTTP);
      if (WITH_FETCH_OF_THEIR_OWN.includes(name)) expect(output).toContain(RECEIVED_ONCE);
    },
  });
