import { exec } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";

const REPOSITORY = join(import.meta.dirname, "../..");

/** Output and exit code of a command. */
interface Run {
  readonly code: number | string | null;
  readonly output: string;
}

/** A folder with a package.json, each of whose scripts is a test. */
export interface Project {
  readonly name: string;
  readonly folder: string;
  /** A folder with more of its files. */
  readonly sharedFolder: string | undefined;
  readonly scripts: readonly (readonly [name: string, command: string])[];
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

/** The projects in a folder. */
export async function readProjects(parent: string): Promise<Project[]> {
  const names = (await readdir(parent)).filter((name) => existsSync(join(parent, name, "package.json")));
  return Promise.all(
    names.map(async (name) => {
      const folder = join(parent, name);
      const { scripts, filesOf }: { scripts: Record<string, string>; filesOf?: string } = JSON.parse(
        await readFile(join(folder, "package.json"), "utf8"),
      );
      const sharedFolder = filesOf && join(parent, filesOf);
      return { name, folder, sharedFolder, scripts: Object.entries(scripts) };
    }),
  );
}

/** Copies a project next to the packed package, installs it, and returns a function that runs its scripts. */
async function installProject(
  workspace: string,
  { name, folder, sharedFolder }: Project,
  addFiles: Checks["addFiles"],
): Promise<(command: string) => Promise<Run>> {
  const installed = join(workspace, name);
  if (sharedFolder) await cp(sharedFolder, installed, { recursive: true });
  await cp(folder, installed, { recursive: true });
  await addFiles(installed);
  const { code, output } = await run(installed, "npm install --no-audit --no-fund --prefer-offline");
  if (code !== 0) throw new Error(`npm install failed in ${name}\n${output}`);
  return (command) => run(installed, command);
}

interface Checks {
  /** Adds files to an installed project. */
  readonly addFiles: (installed: string) => Promise<unknown>;
  /** Checks what a script printed, which ended with the code 0. */
  readonly check: (output: string, project: Project, script: string) => void;
}

/** Installs the packed package in small projects, and runs them. Every script of a project is a test. */
export function testProjects(projects: readonly Project[], { addFiles, check }: Checks): void {
  let workspace = "";
  beforeAll(async () => {
    workspace = await mkdtemp(join(tmpdir(), "payments-client-projects-"));
    await cp(inject("tarball"), join(workspace, "payments-client.tgz"));
  });
  afterAll(() => rm(workspace, { recursive: true, force: true }));

  describe.concurrent.each(projects)("$name", (project) => {
    let run: (command: string) => Promise<Run>;
    beforeAll(async () => {
      run = await installProject(workspace, project, addFiles);
    });

    // The scripts of a project write the same files.
    test.each(project.scripts)("%s", { concurrent: false }, async (script, command) => {
      const { code, output } = await run(command);
      expect(code, output).toBe(0);
      check(output, project, script);
    });
  });
}
