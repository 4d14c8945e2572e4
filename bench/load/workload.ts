import { type PaymentsClient, PaymentsError } from "../../src/index.ts";
import { calls } from "../../test/client/calls.ts";

/** The results of the calls. */
export interface Tally {
  calls: number;
  successes: number;
  /** Failed calls by the error's name and the method. */
  readonly failures: Map<string, number>;
  /** Failures that the contract does not allow. */
  readonly unexpected: string[];
}

function countFailure(tally: Tally, failure: unknown, isPost: boolean): void {
  const name = failure instanceof PaymentsError ? failure.name : `not a PaymentsError: ${String(failure)}`;
  const kind = `${name}, ${isPost ? "POST" : "another method"}`;
  tally.failures.set(kind, (tally.failures.get(kind) ?? 0) + 1);
  const isRight =
    failure instanceof PaymentsError && failure.code === "connection" && failure.safeToRetry === !isPost;
  if (!isRight && tally.unexpected.length < 10) tally.unexpected.push(`${kind}: ${String(failure)}`);
}

/** Keeps `concurrency` calls of all operations running until the time is over, and waits for the last ones. */
export async function runCalls(
  client: PaymentsClient,
  tally: Tally,
  { concurrency, until, signal }: { concurrency: number; until: number; signal: AbortSignal },
): Promise<void> {
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const number = tally.calls;
      tally.calls += 1;
      const call = calls[number % calls.length];
      if (!call) throw new Error("no call");
      try {
        // Its number, so that the server can detect a POST that arrives twice.
        await call.run(client, { signal, headers: { "x-call": String(number) } });
        tally.successes += 1;
      } catch (failure) {
        countFailure(tally, failure, call.method === "POST");
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
