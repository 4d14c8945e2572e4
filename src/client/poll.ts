import { optional, section } from "../api/fields/primitives.ts";
import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import { ApiError } from "../errors/api-error.ts";
import { TimeoutError } from "../errors/connection-error.ts";
import { PaymentsError } from "../errors/payments-error.ts";
import { refuseUnknown } from "../errors/refuse-unknown.ts";
import { isFinal } from "../payments/outcome.ts";
import { readOption } from "../shared/read-option.ts";
import { LONGEST_TIMER } from "../shared/values.ts";
import type { Answered, CallPromise } from "./call-promise.ts";
import { checkOptions, integerFrom, REQUEST_OPTIONS, type RequestOptions } from "./request-options.ts";
import { isTransient } from "./retry.ts";

/** The options of `checkouts.poll`. */
export interface PollOptions extends RequestOptions {
  /** Delay before the second request in milliseconds, 1 to 30000; later delays grow up to 30000. Default 2000. */
  interval?: number | undefined;
}

const FIRST_INTERVAL = 2_000;
const MAX_INTERVAL = 30_000;
const GROWTH = 1.5;

const pollOptionsModel = section(() => ({
  interval: integerFrom("milliseconds", 1, MAX_INTERVAL),
  deadline: optional(integerFrom("milliseconds", 1, LONGEST_TIMER)),
}));

/** Up to a quarter shorter or longer at random, so that servers do not poll in sync. */
const jittered = (interval: number): number => interval * (0.75 + Math.random() / 2);

/** Resolves after a delay, or as soon as the signal is aborted: the next call then throws its error. */
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

/** The delay that a gateway asks for, up to the longest interval. */
const delayOf = (error: PaymentsError): number =>
  error instanceof ApiError ? Math.min(MAX_INTERVAL, (error.retryAfter ?? 0) * 1000) : 0;

/** Gets a status repeatedly until it is final. Errors that may be temporary do not end it. */
export async function poll(
  getStatus: (options: RequestOptions) => CallPromise<CheckoutStatus>,
  options?: PollOptions | null,
): Promise<Answered<CheckoutStatus>> {
  refuseUnknown("checkouts.poll", options, [...REQUEST_OPTIONS, "interval"]);
  // By name, so that they may be inherited; once, as a getter may make a new signal each time.
  const signal = readOption(options, "signal");
  const timeout = readOption(options, "timeout");
  const deadline = readOption(options, "deadline");
  const maxRetries = readOption(options, "maxRetries");
  const headers = readOption(options, "headers");
  let interval = readOption(options, "interval") ?? FIRST_INTERVAL;
  checkOptions(pollOptionsModel, { interval, deadline });
  const endsAt = performance.now() + (deadline ?? Number.POSITIVE_INFINITY);
  const timeLeft = (): number => Math.ceil(endsAt - performance.now());
  for (;;) {
    let askedDelay = 0;
    const left = deadline && Math.max(1, timeLeft());
    try {
      const limits = { signal, timeout, deadline: left, maxRetries, headers };
      const response = await getStatus(limits).withResponse();
      if (isFinal(response.data)) return { data: response.data, response: () => response };
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
