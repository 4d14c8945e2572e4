import { type ApiOperation, IS_IDEMPOTENT, type Operation, rowOf } from "../operations.ts";
import { invalidRequest } from "./invalid-request.ts";
import type { RequestOptions } from "./request-options.ts";

/** 1 to 255 printable ASCII characters, without a space at either end. */
export const IDEMPOTENCY_KEY = /^[!-~](?:[ -~]{0,253}[!-~])?$/;

/** The spellings of `idempotencyKey` in plain JavaScript. A wrong one that is ignored would let a repeat charge twice. */
const SPELLINGS = /^idempotency[-_]?key$/i;

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
    (name) => name !== "idempotencyKey" && SPELLINGS.test(name),
  );
  if (misspelt) throw invalidRequest(operation, [misspelt], "must be written idempotencyKey", "forbidden");
  const key: unknown = Object(options).idempotencyKey;
  if (key === undefined) return undefined;
  if (takesKey && typeof key === "string" && IDEMPOTENCY_KEY.test(key)) return key;
  throw invalidRequest(
    operation,
    ["idempotencyKey"],
    takesKey
      ? "must be 1 to 255 printable ASCII characters, without a space at either end"
      : "is only for payments, authorizations, captures, voids and refunds",
    takesKey ? "format" : "forbidden",
    takesKey ? { format: "idempotency_key" } : {},
  );
}

/**
 * Whether a call may be sent again after it may have been processed: by its method, with an idempotency key, or as a
 * merchant accepts it with `resend`.
 */
export function idempotencyOf(
  operation: ApiOperation,
  options: RequestOptions | null | undefined,
): { readonly idempotencyKey: string | undefined; readonly isIdempotent: boolean } {
  const { method, takesKey = false, takesResend } = rowOf(operation);
  const idempotencyKey = readKey(operation, takesKey, options);
  const isResent = takesResend === true && Object(options).resend === true;
  return { idempotencyKey, isIdempotent: IS_IDEMPOTENT[method] || isResent || idempotencyKey !== undefined };
}
