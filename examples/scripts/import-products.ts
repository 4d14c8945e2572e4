/** Creates one product for every row of a CSV file, however often the script is run or killed. */
import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { PaymentsClient } from "payments-client";
import { Importer } from "./src/importer.ts";
import { Journal } from "./src/journal.ts";
import { lock } from "./src/lock.ts";
import { Progress } from "./src/progress.ts";

const USAGE = `node import-products.ts FILE.csv [options]

  --concurrency N    requests at once; default 8
  --delimiter CHAR   between fields; default ,
  --journal FILE     records what was created; default FILE.csv.journal
  --settle SECONDS   wait before an unanswered request is looked up; default 120
  --test             makes test products`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "8" },
    delimiter: { type: "string", default: "," },
    journal: { type: "string" },
    settle: { type: "string", default: "120" },
    test: { type: "boolean", default: false },
  },
});

const [file] = positionals;
const concurrency = Number(values.concurrency);
const settle = Number(values.settle) * 1000;
if (file === undefined || positionals.length > 1 || !(concurrency >= 1) || !(settle >= 0)) {
  console.error(USAGE);
  process.exit(2);
}

/** The list of products, which resolves unanswered requests, comes in one response. */
const payments = new PaymentsClient({ maxResponseBytes: 2 ** 29 });
const { test, delimiter, journal: path = `${file}.journal` } = values;
const tally = { created: 0, alreadyThere: 0, bad: 0 };
const progress = new Progress(process.stdout, (await stat(file)).size, tally);

const unlock = lock(`${path}.lock`);
try {
  const { shopId, baseUrl } = payments;
  await using journal = await Journal.open(path, { gateway: baseUrl, shopId, test });
  const options = { payments, journal, file, delimiter, concurrency, test, settle, tally, progress };
  const importer = new Importer(options);
  process.once("SIGINT", () => importer.stop("interrupted: requests in progress were completed"));
  await importer.run();
  progress.end();
  const { problems, stopped } = importer;
  if (problems.count > 0) console.error(`\n${problems}`);
  if (stopped !== undefined) console.error(`\nStopped before the end: ${stopped}. Run it again to go on.`);
  process.exitCode = problems.count > 0 || stopped !== undefined ? 1 : 0;
} finally {
  unlock();
}
