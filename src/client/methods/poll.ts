import type { CheckoutStatus } from "../../api/transactions/checkout-status.ts";
import { ApiError } from "../../errors/api-error.ts";
import { TimeoutError } from "../../errors/connection-error.ts";
import { PaymentsError } from "../../errors/payments-error.ts";
import { isFinal } from "../../payments/outcome.ts";
import { readOption } from "../../shared/read-option.ts";
import { LONGEST_TIMER } from "../../shared/values.ts";
import { checkOptions, integerFrom, optional, refuseUnknownOptions } from "../prepare/check-options.ts";
import { REQUEST_OPTIONS, type RequestOptions } from "../prepare/request-options.ts";
import type { CallPromise, CallResponse } from "../send/call-promise.ts";
import { isTransient } from "../send/retry.ts";

/** The options of `checkouts.poll`. */
export interface PollOptions extends RequestOptions {
  /** Delay before the second request in milliseconds. Default 2000. 1 to 30000. Later delays grow up to 30000. */
  interval?: number | undefined;
}

const FIRST_INTERVAL = 2_000;
const MAX_INTERVAL = 30_000;
const GROWTH = 1.5;

const pollOptions = {
  interval: integerFrom("milliseconds", 1, MAX_INTERVAL),
  deadline: optional(integerFrom("milliseconds", 1, LONGEST_TIMER)),
};

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

/** The delay that the gateway requests, up to the maximum interval. */
const delayOf = (error: PaymentsError): number =>
  error instanceof ApiError ? Math.min(MAX_INTERVAL, (error.retryAfter ?? 0) * 1000) : 0;

/** Gets a status repeatedly until it is final. Temporary errors do not end it. */
export async function poll(
  getStatus: (options: RequestOptions) => CallPromise<CheckoutStatus>,
  options?: PollOptions | null,
): Promise<CallResponse<CheckoutStatus>> {
  refuseUnknownOptions("checkouts.get", options, ["interval", ...REQUEST_OPTIONS]);
  // Read by name, because it may be inherited, and once, because a getter may create a new signal each time.
  const signal = readOption(options, "signal");
  const timeout = readOption(options, "timeout");
  const deadline = readOption(options, "deadline");
  const maxRetries = readOption(options, "maxRetries");
  const headers = readOption(options, "headers");
  let interval = readOption(options, "interval") ?? FIRST_INTERVAL;
  checkOptions(pollOptions, { interval, deadline }, "", "checkouts.get");
  const endsAt = performance.now() + (deadline ?? Number.POSITIVE_INFINITY);
  const timeLeft = (): number => Math.ceil(endsAt - performance.now());
  for (;;) {
    let askedDelay = 0;
    const left = deadline && Math.max(1, timeLeft());
    try {
      const limits = { signal, timeout, deadline: left, maxRetries, headers };
      const response = await getStatus(limits).withResponse();
      if (isFinal(response.data)) return response;
    } catch (error) {
      if (!(error instanceof PaymentsError) || !isTransient(error)) throw error;
      askedDelay = delayOf(error);
    }
    await sleep(Math.min(timeLeft(), Math.max(jittered(interval), askedDelay)), signal);
    if (timeLeft() <= 0) {
      const message = `checkouts.poll timed out after ${deadline} ms (deadline)`;
      const operation = "checkouts.get";
      throw new TimeoutError(message, { operation, processed: "unknown", safeToRetry: true });
    }
    interval = Math.min(MAX_INTERVAL, interval * GROWTH);
  }
}
