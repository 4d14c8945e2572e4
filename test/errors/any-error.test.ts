/** Errors: their classes, messages and fields, and what they never show. What a call does after one is in `client`. */
import { expect, test } from "vitest";
import { type AnyPaymentsError, isPaymentsError, PaymentsClient } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";

/** Compiles only if each code narrows the error to its class, and no code is missing. */
function detailOf(error: AnyPaymentsError): unknown {
  switch (error.code) {
    case "configuration":
      return error.message;
    case "invalid_request":
      return error.errors;
    case "connection":
    case "timeout":
      return error.cause;
    case "aborted":
      return error.cause;
    case "api":
      return error.retryAfter ?? error.response.status;
    case "idempotency":
      return error.transaction.amount;
    case "unexpected_response":
      return error.response.body;
    case "webhook":
      return error.reason;
    default:
      return error satisfies never;
  }
}

test("the code of an error tells its class", async () => {
  await using gateway = await startGateway({ status: 429, headers: { "retry-after": "40" } });
  const limited: unknown = await gateway
    .client()
    .products.list()
    .catch((error: unknown) => error);
  expect(isPaymentsError(limited) && detailOf(limited)).toBe(40);
  const refused: unknown = await gateway
    .client()
    .products.get("")
    .catch((error: unknown) => error);
  expect(isPaymentsError(refused) && detailOf(refused)).toHaveProperty("product_id");
  expect(isPaymentsError(new Error("another"))).toBe(false);
  expect(() => new PaymentsClient({ shopId: "" })).toThrow(
    expect.objectContaining({ code: "configuration" }),
  );
});
