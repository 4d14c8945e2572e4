import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installProject, type Project, packPackage, type Run, readProjects } from "../../support/project.ts";

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

/** Installs the packed package in small projects, and runs them. Every script of a project is a test. */
export function runProjects(chosen: readonly Project[]): void {
  let workspace = "";
  beforeAll(async () => {
    workspace = await packPackage();
  });
  afterAll(() => rm(workspace, { recursive: true, force: true }));

  describe.concurrent.each(chosen)("$name", (project) => {
    const { name, scripts } = project;
    let run: (command: string) => Promise<Run>;
    beforeAll(async () => {
      run = await installProject(workspace, project, async (folder) => {
        await writeScenario(folder, "scenario");
        await writeScenario(folder, "lost-connection");
      });
    });

    // The scripts of a project write the same files.
    test.each(scripts)("%s", { concurrent: false }, async (script, command) => {
      const { code, output } = await run(command);
      expect(code, output).toBe(0);
      if (CHECKS[script]) return expect(output).toBe(CHECKS[script]);
      expect(output).toContain(IN_MEMORY);
      expect(output).not.toContain("warning; message");
      if (!WITHOUT_SERVERS.includes(name)) expect(output).toContain(OVER_HTTP);
      if (WITH_FETCH_OF_THEIR_OWN.includes(name)) expect(output).toContain(RECEIVED_ONCE);
    });
  });
}
