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
import { patiently } from "./patiently.ts";
import { likeness } from "./to-product.ts";

/** What became of a row. Of a product in doubt nobody knows yet whether it was made. */
export type Outcome =
  | { readonly is: "created" }
  | { readonly is: "bad"; readonly reason: string }
  | { readonly is: "failed" | "in doubt"; readonly error: PaymentsError }
  | { readonly is: "refused for all"; readonly error: PaymentsError };

const reasonOf = ({ issues, message }: InvalidRequestError | ValidationError): string =>
  issues.length === 0
    ? message
    : issues
        .map(({ path, messages }) => [path.join("."), messages.join(", ")].filter(Boolean).join(": "))
        .join("; ");

function outcomeOf(error: unknown): Outcome {
  if (error instanceof InvalidRequestError || error instanceof ValidationError) {
    return { is: "bad", reason: reasonOf(error) };
  }
  if (error instanceof AuthenticationError || error instanceof PermissionError) {
    return { is: "refused for all", error };
  }
  if (error instanceof PaymentsError) return { is: error.safeToRetry ? "failed" : "in doubt", error };
  throw error;
}

/** Creates a product, with a line in the journal before and after it. The signal ends only waits. */
export async function createProduct(
  payments: PaymentsClient,
  journal: Journal,
  row: { readonly key: string; readonly line: number; readonly params: ProductCreateParams },
  signal: AbortSignal,
): Promise<Outcome> {
  // A line for each attempt: by its time it is known how long the gateway may still be at it.
  const create = async () => {
    await journal.intend(row.key, row.line, likeness(row.params));
    return payments.products.create(row.params);
  };
  try {
    const { id } = await patiently(create, signal);
    journal.done(row.key, id);
    return { is: "created" };
  } catch (error) {
    const outcome = outcomeOf(error);
    if (outcome.is !== "in doubt") journal.none(row.key);
    return outcome;
  }
}
