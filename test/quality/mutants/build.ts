/** In this folder: the program that breaks code in small ways, and counts which changes the tests notice. */

/** Builds the mutants of a process. Stryker links node_modules only after this, and the build reads licences from there. */
import { symlink } from "node:fs/promises";
import { build } from "tsup";

await symlink("../../../node_modules", "node_modules");
await build({ silent: true });
