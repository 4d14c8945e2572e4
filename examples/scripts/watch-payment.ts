/** Watches a payment token until nothing more becomes of it. */
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  type CheckoutStatus,
  ConnectionError,
  isFinal,
  PaymentsClient,
  PaymentsError,
  RateLimitError,
  ServerError,
} from "payments-client";
import { growingIntervals } from "./src/growing-intervals.ts";
import { describe, EXIT, exitCodeOf } from "./src/outcome.ts";

const USAGE = `node watch-payment.ts TOKEN [options]

  --first SECONDS    before the second look; default 1
  --longest SECONDS  between two looks; default 30
  --test             a test payment counts as paid

Ends with 0 paid, 1 failed, 2 wrong arguments, 3 expired, 4 no status to be had, 5 successful but not paid: an
authorization or a test, 130 interrupted.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: "string", default: "1" },
    longest: { type: "string", default: "30" },
    test: { type: "boolean", default: false },
  },
});
const [token = ""] = positionals;
const [first, longest] = [Number(values.first) * 1000, Number(values.longest) * 1000];
if (positionals.length !== 1 || !(first > 0) || !(longest >= first)) {
  console.error(USAGE);
  process.exit(EXIT.usage);
}

const payments = new PaymentsClient();
const interrupt = new AbortController();
const { signal } = interrupt;
process.once("SIGINT", () => interrupt.abort());

const isPassing = (error: unknown): boolean =>
  error instanceof ConnectionError || error instanceof RateLimitError || error instanceof ServerError;

/** A gateway that does not answer for a while is no reason to stop watching. */
async function look(): Promise<CheckoutStatus | Error> {
  try {
    return await payments.checkouts.get(token, { signal });
  } catch (error) {
    if (error instanceof Error && isPassing(error)) return error;
    throw error;
  }
}

/** Prints what changes. @returns the exit code. */
async function watch(): Promise<number> {
  let shown = "";
  for (const interval of growingIntervals(first, longest)) {
    const seen = await look();
    const text = seen instanceof Error ? `no answer: ${seen.message}` : describe(seen);
    if (text !== shown) console.log(`${new Date().toISOString()}  ${text}`);
    shown = text;
    if (!(seen instanceof Error) && isFinal(seen)) return exitCodeOf(seen, values.test);
    await sleep(interval, undefined, { signal });
  }
  return EXIT.noStatus;
}

try {
  process.exitCode = await watch();
} catch (error) {
  if (!signal.aborted && !(error instanceof PaymentsError)) throw error;
  if (!signal.aborted) console.error(String(error));
  process.exitCode = signal.aborted ? EXIT.interrupted : EXIT.noStatus;
}
