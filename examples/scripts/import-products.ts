/** Creates one product for every row of a CSV file, however often the script is run or killed. */
import { stat } from "node:fs/promises";
import { PaymentsClient } from "payments-client";
import { Importer } from "./src/importer.ts";
import { Journal } from "./src/journal.ts";
import { Progress } from "./src/progress.ts";
import { readArguments, readNumber, refuse } from "./src/read-arguments.ts";

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

const payments = new PaymentsClient();
const { test, delimiter, journal: path = `${file}.journal` } = values;
const tally = { created: 0, alreadyThere: 0, bad: 0 };
const progress = new Progress(process.stdout, (await stat(file)).size, tally);

const { shopId, baseUrl } = payments;
using journal = new Journal(path, { gateway: baseUrl, shopId, test });
for (const match of resolutions) {
  const [, line, id] = match ?? [];
  journal.resolve(Number(line), id === "none" ? null : String(id));
}
const options = { payments, journal, file, delimiter, concurrency, test, settle, tally, progress };
const importer = new Importer(options);
process.once("SIGINT", () => importer.stop("interrupted: requests in progress were completed"));
await importer.run();
progress.end();
const { problems, stopped } = importer;
if (problems.count > 0) console.error(`\n${problems}`);
if (stopped !== undefined) console.error(`\nStopped before the end: ${stopped}. Run it again to go on.`);
process.exitCode = problems.count > 0 || stopped !== undefined ? 1 : 0;
