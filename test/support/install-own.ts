import { execSync } from "node:child_process";

const FLAGS =
  "--silent --no-audit --no-fund --no-package-lock --legacy-peer-deps --strict-allow-scripts=false";

/** Installs what the `package.json` of a folder names, for a script that needs more than `npm install` gives. Its peers are found in this repository. */
export const installOwn = (folder: string): void => {
  execSync(`npm install ${FLAGS}`, { cwd: folder, stdio: "inherit" });
};
