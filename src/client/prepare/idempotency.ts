import { type ApiOperation, IS_IDEMPOTENT, type Operation, rowOf } from "../../api/operations.ts";
import { readOption } from "../../shared/read-option.ts";
import { invalidRequest } from "./invalid-request.ts";
import type { RequestOptions } from "./request-options.ts";

/** 1 to 255 printable ASCII characters, without a space at either end. */
export const IDEMPOTENCY_KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/** Reads the idempotency key of a call. Refuses null, because a call without its key would make retries look safe. */
function readKey(operation: Operation, options: RequestOptions | null | undefined): string | undefined {
  const key = readOption(options, "idempotencyKey");
  if (key === undefined || (typeof key === "string" && IDEMPOTENCY_KEY.test(key))) return key;
  const message = "must be 1 to 255 printable ASCII characters, without a space at either end";
  throw invalidRequest(operation, ["idempotencyKey"], message, "format", { format: "idempotency_key" });
}

/** Whether a call may be retried even if it may have been processed. */
export interface Idempotency {
  readonly idempotencyKey: string | undefined;
  /** Because of its method, a key that the gateway honors, or `resend`. */
  readonly isIdempotent: boolean;
  readonly ifProcessed: string | undefined;
}

/** @param honorsKeys The client's option `idempotencyKeys`. */
export function idempotencyOf(
  operation: ApiOperation,
  options: RequestOptions | null | undefined,
  honorsKeys: boolean,
): Idempotency {
  const { method, transactionType, takesResend, ifProcessed } = rowOf(operation);
  const idempotencyKey = transactionType === undefined ? undefined : readKey(operation, options);
  const isResent = takesResend === true && readOption(options, "resend") === true;
  const isRepeatable = IS_IDEMPOTENT[method] || isResent;
  return {
    idempotencyKey,
    isIdempotent: isRepeatable || (honorsKeys && idempotencyKey !== undefined),
    ifProcessed: isRepeatable ? undefined : ifProcessed,
  };
}
