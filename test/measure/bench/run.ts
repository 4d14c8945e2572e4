/** Prints what the package costs beside its peers, which it installs first: one table, from one run. */
import { execSync, fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import type { Group } from "./group.ts";
import { header, linesOf } from "./table.ts";

const here = import.meta.dirname;
const { dependencies } = (await import("./package.json", { with: { type: "json" } })).default;

execSync("npm install --silent --no-audit --no-fund --no-package-lock", { cwd: here, stdio: "inherit" });

/** What a script measured, in a process that does nothing else. */
async function measured(script: string, execArgv: string[] = []): Promise<Group[]> {
  const [groups] = await once(fork(`${here}/${script}.ts`, { execArgv }), "message");
  return groups;
}

const peers = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
console.log(`payments-client beside ${peers.join(" and ")}; Node ${process.version}, ${cpus()[0]?.model}`);
console.log("Medians of rounds in turn, the least, the most, and times the first contender's median.");
console.log(`\n${header}`);
const scripts: [string, string[]?][] = [
  ["call"],
  ["load"],
  ["first-answer"],
  ["check"],
  ["check", ["--import", "zod/compile"]],
  ["list"],
  ["verify"],
];
for (const [script, execArgv] of scripts) {
  for (const group of await measured(script, execArgv)) console.log(linesOf(group).join("\n"));
}
