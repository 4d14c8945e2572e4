/** Creates one product for every row of a CSV file, however often the script is run or killed. */
import { readArguments, readNumber, refuse } from "./src/read-arguments.ts";
import { runImport } from "./src/run-import.ts";

const USAGE = `node import-products.ts FILE.csv [options]

  --concurrency N    requests at once; from 1 to 1000; default 32
  --delimiter CHAR   between fields; default ,
  --journal FILE     records what was created; default FILE.csv.journal
  --settle SECONDS   wait before an unanswered request is looked up, up to 86400; default 120
  --resolve LINE=ID  an unresolved row was created as this product, or none; may be repeated
  --test             makes test products`;

/** A day. A timer of more than 24 days would end at once, and rows would be looked up too early. */
const MAX_SETTLE = 86_400_000;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "32" },
    delimiter: { type: "string", default: "," },
    journal: { type: "string" },
    settle: { type: "string", default: "120" },
    resolve: { type: "string", multiple: true, default: [] },
    test: { type: "boolean", default: false },
  },
});

const [file] = positionals;
const concurrency = readNumber(values.concurrency);
const settle = readNumber(values.settle) * 1000;
const resolutions = values.resolve.map((text) => /^(\d+)=(none|prd_\S+)$/.exec(text));
const isUsable =
  Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 1000 && settle <= MAX_SETTLE;
if (file === undefined || positionals.length > 1 || !isUsable || resolutions.includes(null)) refuse(USAGE);

// The import goes on when nobody reads its progress any more.
process.stdout.on("error", () => undefined);

const interrupt = new AbortController();
process.once("SIGINT", () => interrupt.abort());
const { test, delimiter, journal = `${file}.journal` } = values;
process.exitCode = await runImport(
  {
    file,
    delimiter,
    journal,
    concurrency,
    settle,
    test,
    resolutions: resolutions.map((match) => [Number(match?.[1]), String(match?.[2])] as const),
    signal: interrupt.signal,
  },
  { stdout: process.stdout, printError: console.error },
);
