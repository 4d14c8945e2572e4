import { exec } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";

const HERE = import.meta.dirname;
const REPOSITORY = join(HERE, "../..");

/** Output and exit code of a command. */
export interface Run {
  readonly code: number | string | null;
  readonly output: string;
}

const start = promisify(exec);

/** Runs a command as npm runs a script, in a merchant's environment, without the variables of the test runner. */
async function run(cwd: string, command: string): Promise<Run> {
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    FORCE_COLOR: undefined,
    NO_COLOR: "1",
    PATH: [join(cwd, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    // Installed by this repository.
    NODE_24: join(REPOSITORY, "node_modules/node/bin/node"),
  };
  const { stdout, stderr, code } = await start(command, { cwd, env, timeout: 590_000 }).then(
    (printed) => ({ ...printed, code: 0 }),
    (error: { stdout: string; stderr: string; code: number | string | null }) => error,
  );
  return { code, output: stdout + stderr };
}

/** A scenario, compiled for each module system. */
async function writeScenario(folder: string, name: string): Promise<void> {
  const source = await readFile(join(HERE, `${name}.ts`), "utf8");
  const emit = (module: ts.ModuleKind): string =>
    ts.transpileModule(source, { compilerOptions: { target: ts.ScriptTarget.ES2022, module } }).outputText;
  const texts = {
    ts: source,
    mts: source,
    cts: source,
    mjs: emit(ts.ModuleKind.ESNext),
    cjs: emit(ts.ModuleKind.CommonJS),
  };
  for (const [extension, text] of Object.entries(texts)) {
    await writeFile(join(folder, `${name}.${extension}`), text);
  }
}

/** A folder with the packed package, for the projects that install it. */
export async function packPackage(): Promise<string> {
  const workspace = await mkdtemp(join(tmpdir(), "payments-client-runtimes-"));
  const { code, output } = await run(REPOSITORY, `npm pack --pack-destination "${workspace}"`);
  const [tarball] = await readdir(workspace);
  if (code !== 0 || tarball === undefined) throw new Error(`npm pack failed\n${output}`);
  await rename(join(workspace, tarball), join(workspace, "payments-client.tgz"));
  return workspace;
}

/** The projects in this folder, and their scripts. */
export async function readProjects(): Promise<{ name: string; scripts: [string, string][] }[]> {
  const folders = (await readdir(HERE, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return Promise.all(
    folders.map(async ({ name }) => {
      const { scripts }: { scripts: Record<string, string> } = JSON.parse(
        await readFile(join(HERE, name, "package.json"), "utf8"),
      );
      return { name, scripts: Object.entries(scripts) };
    }),
  );
}

/** Copies a project next to the packed package, installs it, and returns a function that runs its scripts. */
export async function installProject(
  workspace: string,
  name: string,
): Promise<(command: string) => Promise<Run>> {
  const folder = join(workspace, name);
  await cp(join(HERE, name), folder, { recursive: true });
  await writeScenario(folder, "scenario");
  await writeScenario(folder, "lost-connection");
  const { code, output } = await run(folder, "npm install --no-audit --no-fund --prefer-offline");
  if (code !== 0) throw new Error(`npm install failed in ${name}\n${output}`);
  return (command) => run(folder, command);
}
