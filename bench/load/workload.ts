import { outcome, type PaymentsClient, PaymentsError, type RequestOptions } from "../../src/index.ts";
import checkoutStatus from "../../test/fixtures/checkout-status.json" with { type: "json" };
import product from "../../test/fixtures/product.json" with { type: "json" };

type LoadCall = (client: PaymentsClient, number: string, options: RequestOptions) => Promise<unknown>;

/** Calls of a client. A creation contains its number, so that the server can detect a duplicate. */
const CALLS: readonly { readonly creates: boolean; readonly run: LoadCall }[] = [
  {
    creates: true,
    run: (client, description, options) =>
      client.products.create(
        { name: "Annual pass", description, currency: "EUR", amount: 12900, infinite: true, immortal: true },
        options,
      ),
  },
  { creates: false, run: (client, _, options) => client.products.get(product.id, options) },
  { creates: false, run: (client, _, options) => client.products.list(options) },
  { creates: false, run: (shop, _, options) => shop.products.update(product.id, { name: "Pass" }, options) },
  {
    creates: true,
    run: (client, description, options) =>
      client.checkouts.create(
        { transaction_type: "payment", order: { amount: 12900, currency: "EUR", description } },
        options,
      ),
  },
  {
    creates: false,
    run: async (client, _, options) =>
      outcome(await client.checkouts.get(checkoutStatus.checkout.token, options)) === "paid",
  },
];

/** The results of the calls. */
export interface Tally {
  calls: number;
  successes: number;
  /** Failed calls by the error's name and the method. */
  readonly failures: Map<string, number>;
  /** Failures that the contract does not allow. */
  readonly unexpected: string[];
}

function countFailure(tally: Tally, failure: unknown, creates: boolean): void {
  const name = failure instanceof PaymentsError ? failure.name : `not a PaymentsError: ${String(failure)}`;
  const kind = `${name}, ${creates ? "POST" : "GET or PUT"}`;
  tally.failures.set(kind, (tally.failures.get(kind) ?? 0) + 1);
  const isRight =
    failure instanceof PaymentsError && failure.code === "connection" && failure.safeToRetry === !creates;
  if (!isRight && tally.unexpected.length < 10) tally.unexpected.push(`${kind}: ${String(failure)}`);
}

/** Keeps `concurrency` calls of all kinds running until the time is over, and waits for the last ones. */
export async function runCalls(
  client: PaymentsClient,
  tally: Tally,
  { concurrency, until, signal }: { concurrency: number; until: number; signal: AbortSignal },
): Promise<void> {
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const number = tally.calls;
      tally.calls += 1;
      const call = CALLS[number % CALLS.length];
      if (!call) throw new Error("no call");
      try {
        await call.run(client, String(number), { signal });
        tally.successes += 1;
      } catch (failure) {
        countFailure(tally, failure, call.creates);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
