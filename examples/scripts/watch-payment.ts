/** Waits for the final status of a payment token. */
import { PaymentsClient, PaymentsError } from "payments-client";
import { describe, EXIT, exitCodeOf } from "./src/outcome.ts";
import { readArguments, readNumber, refuse } from "./src/read-arguments.ts";

const USAGE = `node watch-payment.ts TOKEN [options]

  --interval SECONDS  first polling interval, at most 30; default 2
  --test              a test payment counts as paid

Ends with 0 paid, 2 wrong arguments, 3 expired, 4 no known status, 5 successful but not paid: an
authorization or a test, 6 failed, 130 interrupted. 1 says nothing about the payment: the script failed.`;

const { values, positionals } = readArguments(USAGE, {
  allowPositionals: true,
  options: {
    interval: { type: "string", default: "2" },
    test: { type: "boolean", default: false },
  },
});
const [token = ""] = positionals;
const interval = Math.round(readNumber(values.interval) * 1000);
if (positionals.length !== 1 || !(interval >= 1 && interval <= 30_000)) refuse(USAGE);

// The exit code is the result, even if no program reads the output any more.
process.stdout.on("error", () => undefined);
const print = (text: string): void => console.log(`${new Date().toISOString()}  ${text}`);

// `poll` continues while the gateway is unavailable, and the hook prints it.
const payments = new PaymentsClient({
  hooks: { onRetry: ({ error }) => print(`no answer: ${error.message}`) },
});
const interrupt = new AbortController();
const { signal } = interrupt;
process.once("SIGINT", () => interrupt.abort());

try {
  print("waiting for a status that is final");
  const status = await payments.checkouts.poll(token, { interval, signal });
  print(describe(status));
  process.exitCode = exitCodeOf(status, values.test);
} catch (error) {
  if (!signal.aborted && !(error instanceof PaymentsError)) throw error;
  if (!signal.aborted) console.error(String(error));
  process.exitCode = signal.aborted ? EXIT.interrupted : EXIT.noStatus;
}
