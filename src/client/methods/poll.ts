import type { CheckoutStatus } from "../../api/transactions/checkout-status.ts";
import { ApiError } from "../../errors/api-error.ts";
import { TimeoutError } from "../../errors/connection-error.ts";
import { PaymentsError } from "../../errors/payments-error.ts";
import { isFinal } from "../../payments/outcome.ts";
import { readAll, readOption } from "../../shared/read-option.ts";
import { checkOptions, integerFrom, refuseUnknownOptions } from "../prepare/check-options.ts";
import { type PollOptions, REQUEST_OPTIONS, type RequestOptions } from "../prepare/request-options.ts";
import type { CallPromise, CallResponse } from "../send/call-promise.ts";
import { isTransient } from "../send/retry.ts";

const FIRST_INTERVAL = 2_000;
const MAX_INTERVAL = 30_000;
const GROWTH = 1.5;

/** Varies the interval by up to a quarter, so that servers do not poll in sync. */
const jittered = (interval: number): number => interval * (0.75 + Math.random() / 2);

/** Resolves after a delay or an abort, after which the next call throws the signal's error. */
const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, signal?.aborted ? 0 : milliseconds);
    signal?.addEventListener("abort", end);
  });

/** Gets a status repeatedly until it is final. Temporary errors do not end it. */
export async function poll(
  getStatus: (options: RequestOptions) => CallPromise<CheckoutStatus>,
  options?: PollOptions | null,
): Promise<CallResponse<CheckoutStatus>> {
  refuseUnknownOptions("checkouts.get", options, ["interval", ...REQUEST_OPTIONS]);
  // Read once, because a getter may create a new signal each time.
  const given = readAll(options, REQUEST_OPTIONS);
  const { signal, deadline } = given;
  let delay = readOption(options, "interval") ?? FIRST_INTERVAL;
  const interval = integerFrom("milliseconds", 1, MAX_INTERVAL);
  checkOptions({ interval }, { interval: delay }, "checkouts.get");
  const endsAt = performance.now() + (deadline ?? Number.POSITIVE_INFINITY);
  const timeLeft = (): number => Math.ceil(endsAt - performance.now());
  for (;;) {
    let retryAfter = 0;
    try {
      const response = await getStatus(given).withResponse();
      if (isFinal(response.data)) return response;
    } catch (error) {
      if (!(error instanceof PaymentsError) || !isTransient(error)) throw error;
      if (error instanceof ApiError) retryAfter = Math.min(MAX_INTERVAL, (error.retryAfter ?? 0) * 1000);
    }
    // A timer with a negative delay prints a warning.
    await sleep(Math.max(0, Math.min(timeLeft(), Math.max(jittered(delay), retryAfter))), signal);
    const left = timeLeft();
    if (left <= 0) {
      const message = `checkouts.poll timed out after ${deadline} ms (deadline)`;
      const operation = "checkouts.get";
      throw new TimeoutError(message, { operation, processed: "unknown", safeToRetry: true });
    }
    if (deadline) given.deadline = left;
    delay = Math.min(MAX_INTERVAL, delay * GROWTH);
  }
}
