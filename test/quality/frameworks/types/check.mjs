/** Compiles a folder with each supported TypeScript. */
import { execFileSync } from "node:child_process";

for (const version of ["5.9", "6", "7"]) {
  const compiler = `node_modules/typescript-${version}/bin/tsc`;
  execFileSync(process.execPath, [compiler, "--project", process.argv[2]], { stdio: "inherit" });
}
console.log("ok");
