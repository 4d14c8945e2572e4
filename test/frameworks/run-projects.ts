import { cp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installProject, type Project, packPackage, type Run, readProjects } from "../support/project.ts";

/** Their installation takes a minute or more. */
const LARGE: readonly string[] = ["nest", "next-14", "next-16", "next-cache", "nuxt", "sveltekit"];

/** What the documentation mounts in every framework. */
const SHOP = ["notify.ts", "orders.ts"];
const RECIPES = join(import.meta.dirname, "../../examples/recipes");

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

  describe.concurrent.each(chosen)("$name", (project) => {
    let run: (command: string) => Promise<Run>;
    beforeAll(async () => {
      run = await installProject(workspace, project, async (folder) => {
        for (const file of SHOP) await cp(join(RECIPES, file), join(folder, file));
      });
    });

    // The scripts of a project write the same files.
    test.each(project.scripts)("%s", { concurrent: false }, async (_, command) => {
      const { code, output } = await run(command);
      expect(code, output).toBe(0);
      expect(output).toMatch(/^ok\b/m);
    });
  });
}
