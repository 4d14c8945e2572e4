import type { ApiError, UnexpectedResponseError } from "../../errors/api-error.ts";
import type { ConfigurationError } from "../../errors/configuration-error.ts";
import type { ConnectionError, TimeoutError } from "../../errors/connection-error.ts";
import type { InvalidRequestError } from "../../errors/invalid-request-error.ts";
import { PaymentsError } from "../../errors/payments-error.ts";
import type { RequestAbortedError } from "../../errors/request-aborted-error.ts";
import type { WebhookError } from "../../errors/webhook-error.ts";
import type { IdempotencyError } from "../send/idempotency-error.ts";

/** Every error of this package. `switch (error.code)` narrows it to its class. */
export type AnyPaymentsError =
  | ConfigurationError
  | InvalidRequestError
  | (ConnectionError & {
      /** A `TimeoutError` is also a `ConnectionError`, but has its own code. */
      readonly code: "connection";
    })
  | TimeoutError
  | RequestAbortedError
  | ApiError
  | IdempotencyError
  | UnexpectedResponseError
  | WebhookError;

/** Whether a thrown value is an error of this package. Its `code` then narrows it to its class. */
export const isPaymentsError = (error: unknown): error is AnyPaymentsError => error instanceof PaymentsError;
