import type { Transaction } from "../../api/transactions/transaction.ts";
import { type ResponseContext, ResponseError } from "../../errors/api-error.ts";

/**
 * The `idempotencyKey` was used before for another call, so the gateway answered with the result of that call. This
 * call did nothing. Send it with a new key.
 */
export class IdempotencyError extends ResponseError {
  /** @internal */
  override get name(): string {
    return "IdempotencyError";
  }

  declare readonly code: "idempotency";

  readonly #transaction: Transaction;

  constructor(
    fields: readonly string[],
    transaction: Transaction,
    context: Omit<ResponseContext, "processed">,
  ) {
    const message = `${context.operation} was not processed, because its idempotencyKey was used before for a call with another ${fields.join(", ")}`;
    super("idempotency", message, { ...context, processed: "no", safeToRetry: false });
    this.#transaction = transaction;
  }

  /** The result of the first call with this key. `inspect` and JSON omit it, like `response`. */
  get transaction(): Transaction {
    return this.#transaction;
  }
}
