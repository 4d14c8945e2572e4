/** Removes `#private` from the declarations in `dist`. Part of the build. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const DIST = join(import.meta.dirname, "../dist");

// With it, an instance of one copy of the package is none of the other's type: of the ESM build and the CommonJS build, or of two versions.
for (const name of readdirSync(DIST).filter((file) => /\.d\.c?ts$/.test(file))) {
  const file = join(DIST, name);
  writeFileSync(file, readFileSync(file, "utf8").replaceAll(/^ *#private;\n/gm, ""));
}
