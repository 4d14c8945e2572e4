import { join } from "node:path";

/** The example as it is here: what it imports from the package is the code here too. */
export const installShared = async (name: string): Promise<string> =>
  join(import.meta.dirname, "../../../examples", name);
