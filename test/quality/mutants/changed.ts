/**
 * Breaks the lines that a change touches, and fails if the tests of their folders do not notice: `npm run mutants:changed`, or
 * `-- origin/main` for another base. A mutant that no test can notice is listed, with its reason, in `survivors.ts`.
 */
import { execFileSync } from "node:child_process";
import { matchesGlob, posix } from "node:path";
import { FOLDERS, type Folder } from "./folders.ts";
import { runMutants } from "./run-mutants.ts";
import { readScore } from "./score.ts";

/** Minutes for all folders together: the rest is left to `npm run mutants`, and named. */
const MINUTES = 9;

const git = (...parameters: string[]): string => execFileSync("git", parameters, { encoding: "utf8" }).trim();

/** Where a branch left main; on main itself, the commit before. */
function baseOf(given: string | undefined): string {
  const base = git("merge-base", given ?? "main", "HEAD");
  return base === git("rev-parse", "HEAD") ? git("rev-parse", "HEAD~1") : base;
}

/** The changed lines of each file, as `src/a.ts:3-7`. */
function changedRanges(base: string): { readonly file: string; readonly range: string }[] {
  let file = "";
  const ranges = [];
  for (const line of git("diff", "--unified=0", "--diff-filter=d", base, "--", "src", "examples").split(
    "\n",
  )) {
    file = /^\+\+\+ b\/(.*)$/.exec(line)?.[1] ?? file;
    const [, start, count = "1"] = /^@@ \S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (start === undefined || count === "0") continue;
    ranges.push({ file, range: `${file}:${start}-${Number(start) + Number(count) - 1}` });
  }
  return ranges;
}

const isOf = ({ mutate }: Folder, file: string): boolean => {
  const name = posix.relative("src", file);
  const matches = (glob: string): boolean => matchesGlob(name, glob);
  return (
    mutate.some((glob) => !glob.startsWith("!") && matches(glob)) &&
    !mutate.some((glob) => glob.startsWith("!") && matches(glob.slice(1)))
  );
};

const ranges = changedRanges(baseOf(process.argv[2]));
const deadline = Date.now() + MINUTES * 60_000;
const survivors: string[] = [];
for (const [name, folder] of Object.entries(FOLDERS)) {
  const changed = ranges.filter(({ file }) => isOf(folder, file));
  if (changed.length === 0) continue;
  if (Date.now() > deadline) {
    console.log(`${name}: no time left, run npm run mutants -- ${name}`);
    continue;
  }
  await runMutants(
    name,
    folder,
    changed.map(({ range }) => range),
  );
  survivors.push(...(await readScore(name)).unexplained);
}
for (const survivor of survivors) console.error(survivor);
if (survivors.length > 0) {
  console.error(
    `${survivors.length} changes that no test notices: test them, or list them in test/quality/mutants/survivors.ts`,
  );
  process.exitCode = 1;
}
