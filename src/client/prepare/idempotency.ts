import { type ApiOperation, IS_IDEMPOTENT, type Operation, rowOf } from "../../api/operations.ts";
import { readOption } from "../../shared/read-option.ts";
import { invalidRequest } from "./invalid-request.ts";
import type { RequestOptions } from "./request-options.ts";

/** 1 to 255 printable ASCII characters, without a space at either end. */
export const IDEMPOTENCY_KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/**
 * Names of `idempotencyKey` in other SDKs, at the gateway and in plain JavaScript. A key under another name would be
 * ignored, and a retry could charge twice.
 */
const OTHER_NAMES = /^(?:x[-_]?)?(?:idempoten(?:cy|t)|request)[-_]?(?:key|id|token)$/i;

/**
 * Reads the idempotency key of a call. Refuses null, and a key for a call that takes none, because an unsent key would
 * make retries look safe.
 */
export function readKey(
  operation: Operation,
  takesKey: boolean,
  options: RequestOptions | null | undefined,
): string | undefined {
  const misspelled = Object.keys(Object(options)).find(
    (name) => name !== "idempotencyKey" && OTHER_NAMES.test(name),
  );
  if (misspelled)
    throw invalidRequest(operation, [misspelled], "must be written idempotencyKey", "forbidden");
  const key = readOption(options, "idempotencyKey");
  if (key === undefined) return undefined;
  if (takesKey && typeof key === "string" && IDEMPOTENCY_KEY.test(key)) return key;
  throw invalidRequest(
    operation,
    ["idempotencyKey"],
    takesKey
      ? "must be 1 to 255 printable ASCII characters, without a space at either end"
      : "is only for calls that make a transaction",
    takesKey ? "format" : "forbidden",
    takesKey ? { format: "idempotency_key" } : {},
  );
}

/** Whether a call may be retried even if it may have been processed. */
interface Idempotency {
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
  const idempotencyKey = readKey(operation, transactionType !== undefined, options);
  const isResent = takesResend === true && readOption(options, "resend") === true;
  const isRepeatable = IS_IDEMPOTENT[method] || isResent;
  return {
    idempotencyKey,
    isIdempotent: isRepeatable || (honorsKeys && idempotencyKey !== undefined),
    ifProcessed: isRepeatable ? undefined : ifProcessed,
  };
}
