import { join } from "node:path";

/** A module of an example. Its project has its own compiler and packages, so this one does not see its types. */
export const load = (file: string) => import(join(import.meta.dirname, "../../../../examples", file));
