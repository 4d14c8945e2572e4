/** Installs the peers, and prints a table that compares the package with them: `npm run bench -- list verify` prints a part. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { installOwn } from "../../test/support/install-own.ts";
import type { Group } from "./group.ts";
import { header, linesOf } from "./table.ts";

const here = import.meta.dirname;
const { dependencies } = (await import("./package.json", { with: { type: "json" } })).default;

installOwn(here);

/** The results of a script, run in a separate process. */
async function measured(script: string): Promise<Group[]> {
  const [groups] = await once(fork(`${here}/${script}.ts`), "message");
  return groups;
}

const peers = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
console.log(`payments-client and ${peers.join(" and ")}; Node ${process.version}, ${cpus()[0]?.model}`);
console.log("Median, minimum and maximum of the rounds, and the median as a multiple of the first one's.");
console.log(`\n${header}`);
const scripts = ["call", "bundle", "first-answer", "check", "list", "verify"];
for (const script of process.argv.length > 2 ? process.argv.slice(2) : scripts) {
  for (const group of await measured(script)) console.log(linesOf(group).join("\n"));
}
