import { isPaid, type PaymentsClient, PaymentsError, type RequestOptions } from "../../../src/index.ts";
import checkoutStatus from "../../fixtures/checkout-status.json" with { type: "json" };
import product from "../../fixtures/product.json" with { type: "json" };

type LoadCall = (client: PaymentsClient, number: string, options: RequestOptions) => Promise<unknown>;

/** All that a client can do; a creation carries its number, so that the server sees it come twice. */
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
  {
    creates: false,
    run: (client, _, options) => client.products.update(product.id, { name: "Pass" }, options),
  },
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
      isPaid(await client.checkouts.get(checkoutStatus.checkout.token, options)),
  },
];

/** What became of the calls. */
export interface Tally {
  calls: number;
  successes: number;
  /** Failed calls by the error's name and whether it says that it is safe to send again. */
  readonly failures: Map<string, number>;
  /** Failures that the contract does not allow. */
  readonly surprises: string[];
}

function countFailure(tally: Tally, failure: unknown, creates: boolean): void {
  const name = failure instanceof PaymentsError ? failure.name : `not ours: ${String(failure)}`;
  const kind = `${name}, ${creates ? "POST" : "GET or PUT"}`;
  tally.failures.set(kind, (tally.failures.get(kind) ?? 0) + 1);
  const isRight =
    failure instanceof PaymentsError && failure.code === "connection" && failure.safeToRetry === !creates;
  if (!isRight && tally.surprises.length < 10) tally.surprises.push(`${kind}: ${String(failure)}`);
}

/** Keeps that many calls of all kinds running until the time is over, and waits for the last of them. */
export async function keepBusy(
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
