import { type ApiOperation, IS_IDEMPOTENT, type Operation, rowOf } from "../api/operations.ts";
import { readOption } from "../shared/read-option.ts";
import { invalidRequest } from "./invalid-request.ts";
import type { RequestOptions } from "./request-options.ts";

/** 1 to 255 printable ASCII characters, without a space at either end. */
export const IDEMPOTENCY_KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/**
 * What `idempotencyKey` is called by other SDKs, by the gateway and in plain JavaScript. A key under another name would
 * be ignored, and let a repeat charge twice.
 */
const OTHER_NAMES = /^(?:x[-_]?)?(?:idempoten(?:cy|t)|request)[-_]?(?:key|id|token)$/i;

/**
 * The idempotency key of a call. One that is not sent would let the merchant believe that a repeat is safe: null is
 * refused, and so is a key of a call that takes none.
 */
export function readKey(
  operation: Operation,
  takesKey: boolean,
  options: RequestOptions | null | undefined,
): string | undefined {
  const misspelt = Object.keys(Object(options)).find(
    (name) => name !== "idempotencyKey" && OTHER_NAMES.test(name),
  );
  if (misspelt) throw invalidRequest(operation, [misspelt], "must be written idempotencyKey", "forbidden");
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

/** Whether and how a call may be sent again after it may have been processed. */
interface Idempotency {
  readonly idempotencyKey: string | undefined;
  /** By its method, with a key that the gateway honours, or as a merchant accepts it with `resend`. */
  readonly isIdempotent: boolean;
  readonly ifProcessed: string | undefined;
}

/** @param honoursKeys The client's option `idempotencyKeys`. */
export function idempotencyOf(
  operation: ApiOperation,
  options: RequestOptions | null | undefined,
  honoursKeys: boolean,
): Idempotency {
  const { method, transactionType, takesResend, ifProcessed } = rowOf(operation);
  const idempotencyKey = readKey(operation, transactionType !== undefined, options);
  const isResent = takesResend === true && readOption(options, "resend") === true;
  const isRepeatable = IS_IDEMPOTENT[method] || isResent;
  return {
    idempotencyKey,
    isIdempotent: isRepeatable || (honoursKeys && idempotencyKey !== undefined),
    ifProcessed: isRepeatable ? undefined : ifProcessed,
  };
}
