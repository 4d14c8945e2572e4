import { cp } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type Project, readProjects, testProjects } from "../../support/project.ts";

/** Their installation takes a minute or more. Three versions of TypeScript compile the last one. */
const LARGE: readonly string[] = ["nest", "next-14", "next-16", "next-cache", "nuxt", "sveltekit", "types"];

/** What the documentation mounts in every framework. */
const SHOP = ["notify.ts", "orders.ts"];
const RECIPES = join(import.meta.dirname, "../../../examples/recipes");

const projects = await readProjects(import.meta.dirname);

export const large = projects.filter(({ name }) => LARGE.includes(name));
export const small = projects.filter(({ name }) => !LARGE.includes(name));

/** Runs other authors' programs with the package. A script checks one of them, and prints a line that begins with ok. */
export const runProjects = (chosen: readonly Project[]): void =>
  testProjects(chosen, {
    addFiles: (folder) => Promise.all(SHOP.map((file) => cp(join(RECIPES, file), join(folder, file)))),
    check: (output) => expect(output).toMatch(/^ok\b/m),
  });
