/**
 * Runs jobs of check.yml on this machine, each in a fresh clone of the last commit with Node and npm from the registry.
 * Usage: `npm run workflow` for the quick jobs, `npm run workflow -- "Node 22" Money` for the jobs whose names contain a text.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parse } from "yaml";

interface Step {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly run?: string;
  readonly shell?: string;
}

type Row = Readonly<Record<string, unknown>>;

interface Job {
  readonly name?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly "runs-on": string;
  readonly steps: readonly Step[];
}

const ROOT = join(import.meta.dirname, "..");
/** The npm that a version of Node contains. The package `node` has none. */
const NPM: Readonly<Record<string, string>> = { 22: "10", 24: "11", 26: "11" };
/** Other keys, such as `if`, would change what GitHub runs. */
const STEP_KEYS = ["name", "uses", "with", "run", "shell"];

/** The rows of a matrix: each combination of its lists, or those of `include`. */
function rowsOf({ strategy }: Job): Row[] {
  const { include, ...lists } = strategy?.matrix ?? {};
  if (include) return include.map((row) => Object(row));
  let rows: Row[] = [{}];
  for (const [key, values] of Object.entries(lists))
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [key]: value })));
  return rows;
}

/** A text of the workflow with the values of a row of the matrix. */
const filled = (text: unknown, row: Row): string =>
  String(text).replaceAll(/\$\{\{ matrix\.(\w+) \}\}/g, (_, key: string) => String(row[key]));

/**
 * This environment without what npm and its scripts add, because a Node of this repository would be found first. The
 * packages are those of this repository, so npm does not ask the registry again for what it has just downloaded.
 */
function environment(tools: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([key]) => !/^(npm_.*|NODE|INIT_CWD|PATH)$/i.test(key));
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !/node_modules/.test(folder));
  const added = { CI: "true", npm_config_prefer_offline: "true", PATH: [tools, ...path].join(delimiter) };
  return { ...Object.fromEntries(own), ...added };
}

/** Installs a Node with the npm that it comes with, and returns the folder of both commands. */
function installNode(folder: string, version: string): string {
  const npm = NPM[version];
  if (npm === undefined) throw new Error(`run-workflow.ts needs the npm of Node ${version}`);
  mkdirSync(folder);
  const manifest = { private: true, dependencies: { node: version, npm }, allowScripts: { node: true } };
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund"], { cwd: folder, stdio: "inherit" });
  return join(folder, "node_modules/.bin");
}

/** Runs the steps of one job as GitHub does. The actions that it may use are those of the checks: checkout and setup-node. */
function runSteps(steps: readonly Step[], row: Row, folder: string): void {
  const cwd = join(folder, "checkout");
  let env = process.env;
  for (const step of steps) {
    const unknown = Object.keys(step).filter((key) => !STEP_KEYS.includes(key));
    if (unknown.length > 0) throw new Error(`run-workflow.ts cannot run a step with ${unknown.join()}`);
    if (step.run !== undefined) {
      const command = filled(step.run, row);
      console.log(`\n> ${command}`);
      const flags = step.shell === "bash" ? ["-e", "-o", "pipefail"] : ["-e"];
      execFileSync("bash", [...flags, "-c", command], { cwd, env, stdio: "inherit" });
    } else if (step.uses?.startsWith("actions/checkout@")) {
      execFileSync("git", ["clone", "--quiet", ROOT, cwd], { stdio: "inherit" });
    } else if (step.uses?.startsWith("actions/setup-node@")) {
      env = environment(installNode(join(folder, "tools"), filled(step.with?.["node-version"], row)));
    } else throw new Error(`run-workflow.ts cannot run ${step.uses}`);
  }
}

const names = process.argv.length > 2 ? process.argv.slice(2) : ["Quick"];
const workflow: { readonly jobs: Readonly<Record<string, Job>> } = parse(
  readFileSync(join(import.meta.dirname, "workflows/check.yml"), "utf8"),
);
const selected = Object.entries(workflow.jobs).flatMap(([key, job]) =>
  rowsOf(job)
    .map((row) => ({ name: filled(job.name ?? key, row), machine: filled(job["runs-on"], row), job, row }))
    // Each combination runs once. The other machines are not here.
    .filter(({ machine, name }) => machine === "ubuntu-latest" && names.some((text) => name.includes(text))),
);
if (selected.length === 0) throw new Error(`No job of check.yml for Linux is named ${names.join(" or ")}`);

for (const { name, job, row } of selected) {
  console.log(`\n${name}`);
  const folder = mkdtempSync(join(tmpdir(), "payments-workflow-"));
  try {
    runSteps(job.steps, row, folder);
  } catch (error) {
    console.error(`\n${name} failed: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
