import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installProject, packPackage, type Run, readProjects } from "./project.ts";

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

const projects = await readProjects();

export const runtimes = projects.filter(({ name }) => RUNTIMES.includes(name));
export const tools = projects.filter(({ name }) => !RUNTIMES.includes(name));

/** Installs the packed package in small projects, and runs them. Every script of a project is a test. */
export function runProjects(chosen: typeof projects): void {
  let workspace = "";
  beforeAll(async () => {
    workspace = await packPackage();
  });
  afterAll(() => rm(workspace, { recursive: true, force: true }));

  describe.concurrent.each(chosen)("$name", ({ name, scripts }) => {
    let run: (command: string) => Promise<Run>;
    beforeAll(async () => {
      run = await installProject(workspace, name);
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
