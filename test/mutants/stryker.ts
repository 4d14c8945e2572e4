/** Installs Stryker, which only the scripts that break code use. It finds the vitest of this repository. */
import { execSync } from "node:child_process";

const flags =
  "--silent --no-audit --no-fund --no-package-lock --legacy-peer-deps --strict-allow-scripts=false";
execSync(`npm install ${flags}`, { cwd: import.meta.dirname, stdio: "inherit" });

export const { Stryker } = await import("@stryker-mutator/core");
export const { Instrumenter } = await import("@stryker-mutator/instrumenter");
