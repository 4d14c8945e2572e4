import {
  AuthenticationError,
  InvalidRequestError,
  type PaymentsClient,
  PaymentsError,
  PermissionError,
  type ProductCreateParams,
  ValidationError,
} from "payments-client";
import type { Journal } from "./journal.ts";
import { likenessOf } from "./likeness.ts";
import { retryRateLimited } from "./retry-rate-limited.ts";

/** Result of a row. `unknown` if the product may have been created. */
export type Outcome =
  | { readonly is: "created" }
  | { readonly is: "bad" | "failed" | "unknown" | "refused for all"; readonly error: PaymentsError };

function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof PaymentsError)) throw error;
  if (error instanceof InvalidRequestError || error instanceof ValidationError) return { is: "bad", error };
  if (error instanceof AuthenticationError || error instanceof PermissionError) {
    return { is: "refused for all", error };
  }
  return { is: error.safeToRetry ? "failed" : "unknown", error };
}

/** Creates a product, with a journal entry before and after. The signal aborts waits, not requests. */
export async function createProduct(
  payments: PaymentsClient,
  journal: Journal,
  row: { readonly key: string; readonly params: ProductCreateParams },
  signal: AbortSignal,
): Promise<Outcome> {
  // One entry per attempt, because its time limits how long the gateway may still process the attempt.
  const create = async () => {
    await journal.intend(row.key, likenessOf(row.params));
    return payments.products.create(row.params);
  };
  try {
    const { id } = await retryRateLimited(create, signal);
    journal.done(row.key, id);
    return { is: "created" };
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome.is !== "unknown") journal.none(row.key);
    return outcome;
  }
}
