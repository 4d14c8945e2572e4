import { setTimeout as sleep } from "node:timers/promises";
import type { PaymentsClient, Product } from "payments-client";
import type { Doubt, Journal } from "./journal.ts";
import { likeness } from "./to-product.ts";

/** How far the gateway's clock may be behind ours, in milliseconds. Too little would make a product twice. */
const CLOCK_SKEW = 60 * 60_000;

const grouped = <T>(items: Iterable<T>, key: (item: T) => string): Map<string, T[]> =>
  Map.groupBy(items, key);

/** The products that may be those of rows in doubt, by likeness. */
async function candidates(
  payments: PaymentsClient,
  journal: Journal,
  doubts: readonly Doubt[],
  signal: AbortSignal,
): Promise<Map<string, Product[]>> {
  const wanted = new Set(doubts.map((doubt) => doubt.likeness));
  const since = Math.min(...doubts.map(({ at }) => at)) - CLOCK_SKEW;
  const products = await payments.products.list({ signal });
  const alike = products.filter(
    (product) => wanted.has(likeness(product)) && !(Date.parse(product.created_at) < since),
  );
  const known = await journal.known(new Set(alike.map(({ id }) => id)));
  return grouped(
    alike.filter(({ id }) => !known.has(id)),
    likeness,
  );
}

/**
 * Looks up what became of rows in doubt, once the gateway has had `wait` milliseconds to finish with them. One product like one
 * row is its product; no product means that it was not made. Anything else stays in doubt.
 *
 * @returns the keys of the rows that were not made.
 */
export async function settleDoubts(
  payments: PaymentsClient,
  journal: Journal,
  wait: number,
  signal: AbortSignal,
): Promise<Set<string>> {
  const doubts = [...journal.doubts];
  const none = new Set<string>();
  if (doubts.length === 0) return none;
  const latest = Math.max(...doubts.map(([, { at }]) => at));
  await sleep(Math.max(0, Math.min(wait, latest + wait - Date.now())), undefined, { signal });
  const found = await candidates(
    payments,
    journal,
    doubts.map(([, doubt]) => doubt),
    signal,
  );
  for (const [like, rows] of grouped(doubts, ([, doubt]) => doubt.likeness)) {
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
