import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installProject, type Project, packPackage, type Run, readProjects } from "../support/project.ts";

/** Their installation takes a minute or more. */
const LARGE: readonly string[] = ["next-14", "next-16"];

const projects = await readProjects(import.meta.dirname);

export const large = projects.filter(({ name }) => LARGE.includes(name));
export const small = projects.filter(({ name }) => !LARGE.includes(name));

/** Installs the packed package next to other authors' programs. A script checks one of them, and prints a line that begins with ok. */
export function runProjects(chosen: readonly Project[]): void {
  let workspace = "";
  beforeAll(async () => {
    workspace = await packPackage();
  });
  afterAll(() => rm(workspace, { recursive: true, force: true }));

  describe.each(chosen)("$name", (project) => {
    let run: (command: string) => Promise<Run>;
    beforeAll(async () => {
      run = await installProject(workspace, project);
    });

    test.each(project.scripts)("%s", async (_, command) => {
      const { code, output } = await run(command);
      expect(code, output).toBe(0);
      expect(output).toMatch(/^ok\b/m);
    });
  });
}
