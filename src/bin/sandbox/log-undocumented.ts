import type { ApiCall, UndocumentedField } from "../../sandbox/index.ts";

const describe = ({ path, nearest }: UndocumentedField): string =>
  // A name can have control characters, which a terminal would obey.
  JSON.stringify(path.join(".")).slice(1, -1) + (nearest === undefined ? "" : ` (${nearest}?)`);

/** Prints a line about an API call whose request has fields that the reference does not name. */
export const logUndocumented =
  (print: (line: string) => void) =>
  ({ at, method, path, undocumented }: ApiCall): void => {
    if (undocumented.length === 0) return;
    const time = new Date(at).toLocaleTimeString("en-GB");
    print(`${time} ${method} ${path} has undocumented fields: ${undocumented.map(describe).join(", ")}`);
  };
