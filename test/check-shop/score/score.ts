/**
 * Judges `checkShop` by what it was not built from: changes every statement of right shops, which take payments, hold,
 * capture, refund, renew, and sell by bills and links. Counts how many changes are found. `npm run check-shop:score`, or with a part of a file's name and a share: `-- with-sdk 0.1`.
 */
import { type ChildProcess, fork } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Instrumenter } from "../../quality/mutants/stryker.ts";
import { REASONS } from "./survivors.ts";

const SHOPS = join(import.meta.dirname, "../shops");

/** The least share of the changes that can lose or give away money, in percent. */
const BAR = 90;

/** Processes at the same time: a run mostly waits. */
const WORKERS = 3;

/** After this time without a sign of life, a shop blocks its process, which nobody can miss, in milliseconds. */
const HANGS = 60_000;

/** The line after which a file has only what checkShop is given, not the shop. */
const END = "/** Opens the shop at a sandbox. */";

/** Texts and the form of requests: what money depends on is in conditions, statements and numbers. */
const EXCLUDED = ["StringLiteral", "ObjectLiteral", "Regex"];

const quiet = () => false;
const silent = () => undefined;
const logger = {
  isTraceEnabled: quiet,
  isDebugEnabled: quiet,
  isInfoEnabled: quiet,
  isWarnEnabled: quiet,
  isErrorEnabled: quiet,
  isFatalEnabled: quiet,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

interface Mutant {
  readonly file: string;
  readonly id: string;
  /** Where and what, without the line's number, so that it stays the same when lines move. */
  readonly text: string;
}

async function mutantsOf(name: string): Promise<Mutant[]> {
  const content = await readFile(join(SHOPS, name), "utf8");
  const options = { plugins: null, excludedMutations: EXCLUDED, ignorers: [] };
  const result = await new Instrumenter(logger).instrument([{ name, content, mutate: true }], options);
  const file = join(SHOPS, `.mutants-${name}`);
  await writeFile(file, result.files[0]?.content ?? "");
  const lines = content.split("\n");
  const end = lines.indexOf(END);
  return result.mutants
    .filter(({ status, location }) => status !== "Ignored" && location.start.line < end)
    .map((mutant) => {
      const { location, replacement } = mutant;
      const line = lines[location.start.line]?.trim();
      const original = content.split("\n").slice(location.start.line, location.end.line + 1);
      const from =
        original.length === 1 ? original[0]?.slice(location.start.column, location.end.column) : `${line} …`;
      return {
        file,
        id: mutant.id,
        text: `${name}: ${line} | ${from} -> ${replacement.replaceAll(/\s+/g, " ")}`,
      };
    });
}

/** Gives a worker one mutant after the other. */
async function work(
  mutants: Iterator<Mutant>,
  done: (mutant: Mutant, found: string | undefined) => void,
): Promise<void> {
  let worker: ChildProcess | undefined;
  for (let next = mutants.next(); !next.done; next = mutants.next()) {
    const mutant = next.value;
    worker ??= fork(join(import.meta.dirname, "worker.ts"), {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    const current = worker;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const timer = setTimeout(() => resolve("the shop hangs"), HANGS);
    const listen = (message: { isAlive?: true; found?: string }): void => {
      if (message.isAlive) timer.refresh();
      else resolve(message.found);
    };
    current.on("message", listen).once("exit", () => resolve("the shop ended its process"));
    current.send({ file: mutant.file, id: mutant.id });
    const found = await promise;
    clearTimeout(timer);
    current.removeAllListeners();
    if (found === "the shop hangs" || current.exitCode !== null) {
      current.kill("SIGKILL");
      worker = undefined;
    }
    done(mutant, found);
  }
  worker?.kill();
}

const [part = "", share = "1"] = process.argv.slice(2);
const names = (await readdir(SHOPS)).filter(
  (name) => name !== "database.ts" && !name.startsWith(".") && name.includes(part),
);
const all = (await Promise.all(names.map(mutantsOf))).flat();
const step = Math.max(1, Math.round(1 / Number(share)));
const mutants = all.filter((_, index) => index % step === 0);
const survivors: Mutant[] = [];
let count = 0;
const iterator = mutants.values();
const note = (mutant: Mutant, found: string | undefined) => {
  count += 1;
  if (found === undefined) survivors.push(mutant);
  console.log(
    `${count}/${mutants.length} ${found === undefined ? "NOT FOUND" : "found"} ${mutant.text}${found === undefined ? "" : `\n    ${found}`}`,
  );
};
await Promise.all(Array.from({ length: WORKERS }, () => work(iterator, note)));
await Promise.all(names.map((name) => rm(join(SHOPS, `.mutants-${name}`))));

const isHarmless = ({ text }: Mutant): boolean => REASONS.get(text)?.harmless === true;
const harmless = survivors.filter(isHarmless);
const relevant = mutants.length - harmless.length;
const score = (100 * (relevant - (survivors.length - harmless.length))) / relevant;
const unexplained = survivors.filter(({ text }) => REASONS.get(text) === undefined);
for (const { text } of unexplained) console.log(`No reason in survivors.ts: ${text}`);
console.log(
  `${mutants.length} changes, ${harmless.length} of them harmless; ${relevant - survivors.length + harmless.length} of ${relevant} found: ${score.toFixed(1)} %`,
);
process.exit(score >= BAR && unexplained.length === 0 ? 0 : 1);
