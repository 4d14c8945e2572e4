import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentsClient, Product } from "payments-client";
import type { Journal, Unresolved } from "./journal.ts";
import { fingerprint } from "./to-product.ts";

/** How far the gateway's clock may be behind ours, in milliseconds. Too low a value could create duplicates. */
const CLOCK_SKEW = 60 * 60_000;

const grouped = <T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> =>
  Map.groupBy(items, key);

/** Products that may belong to unresolved rows, by fingerprint. */
async function candidates(
  payments: PaymentsClient,
  journal: Journal,
  unresolved: readonly Unresolved[],
  signal: AbortSignal,
): Promise<Map<string, Product[]>> {
  const wanted = new Set(unresolved.map((row) => row.fingerprint));
  const since = Math.min(...unresolved.map(({ at }) => at)) - CLOCK_SKEW;
  const products = await payments.products.list({ signal });
  const alike = products.filter(
    (product) => wanted.has(fingerprint(product)) && !(Date.parse(product.created_at) < since),
  );
  const known = await journal.known(new Set(alike.map(({ id }) => id)));
  return grouped(
    alike.filter(({ id }) => !known.has(id)),
    fingerprint,
  );
}

/**
 * Looks up unresolved rows once `wait` milliseconds have passed since the last request, so that the gateway has
 * finished processing it. Exactly one matching product for one row resolves it; no match means that it was not
 * created. Anything else stays unresolved.
 *
 * @returns the keys of the rows that were not created.
 */
export async function reconcile(
  payments: PaymentsClient,
  journal: Journal,
  wait: number,
  signal: AbortSignal,
): Promise<Set<string>> {
  const unresolved = [...journal.unresolved];
  const none = new Set<string>();
  if (unresolved.length === 0) return none;
  const latest = Math.max(...unresolved.map(([, { at }]) => at));
  await sleep(Math.max(0, Math.min(wait, latest + wait - Date.now())), undefined, { signal });
  const found = await candidates(
    payments,
    journal,
    unresolved.map(([, row]) => row),
    signal,
  );
  for (const [like, rows] of grouped(unresolved, ([, row]) => row.fingerprint)) {
    const [product, ...others] = found.get(like) ?? [];
    if (product === undefined) {
      for (const [key] of rows) {
        journal.none(key);
        none.add(key);
      }
    } else if (rows.length === 1 && others.length === 0) {
      for (const [key] of rows) journal.done(key, product.id);
    }
  }
  return none;
}
