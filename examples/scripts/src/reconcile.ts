import { setTimeout as sleep } from "node:timers/promises";
import type { Product } from "payments-client";
import { findProducts } from "./find-products.ts";
import type { Journal, Unresolved } from "./journal.ts";
import { fingerprintOf, likenessOf } from "./likeness.ts";

/** How far the gateway's clock may be behind ours, in milliseconds. Too low a value could create duplicates. */
const CLOCK_SKEW = 60 * 60_000;

/** Products that may belong to unresolved rows, by fingerprint. */
async function candidates(
  journal: Journal,
  unresolved: readonly Unresolved[],
  signal: AbortSignal,
): Promise<Map<string, Product[]>> {
  const wanted = new Set(unresolved.map(({ fingerprint }) => fingerprint));
  const since = Math.min(...unresolved.map(({ at }) => at)) - CLOCK_SKEW;
  const alike = await findProducts(
    (product) => !(Date.parse(product.created_at) < since) && wanted.has(fingerprintOf(product)),
    signal,
  );
  const known = journal.known(alike.map(({ id }) => id));
  return Map.groupBy(
    alike.filter(({ id }) => !known.has(id)),
    fingerprintOf,
  );
}

/** A product that was changed, such as by a sale, may have got the details of another row. */
const isChanged = ({ created_at, updated_at }: Product): boolean => created_at !== updated_at;

/**
 * Matches rows to products with the same fingerprint. Rows with equal details may get any of their products. Undefined if
 * there are more products than rows, or if no row has the details of a product.
 */
function match(rows: readonly Unresolved[], products: readonly Product[]): Map<string, string> | undefined {
  if (products.length > rows.length) return undefined;
  const byDetails = Map.groupBy(rows, ({ details }) => details);
  const matched = new Map<string, string>();
  for (const product of products) {
    const { details } = likenessOf(product);
    // With one kind of row, the product can belong to no other row, even if its details changed.
    const alike = byDetails.size === 1 ? rows : isChanged(product) ? [] : byDetails.get(details);
    const row = alike?.find(({ key }) => !matched.has(key));
    if (row === undefined) return undefined;
    matched.set(row.key, product.id);
  }
  return matched;
}

/**
 * Looks up unresolved rows once `wait` milliseconds have passed since the last request, so that the gateway has
 * finished processing it. A row that no product matches was not created. Where more products match than rows, the rows
 * stay unresolved.
 *
 * @returns the keys of the rows that were not created.
 */
export async function reconcile(journal: Journal, wait: number, signal: AbortSignal): Promise<Set<string>> {
  const unresolved = journal.unresolved();
  const none = new Set<string>();
  if (unresolved.length === 0) return none;
  const latest = Math.max(...unresolved.map(({ at }) => at));
  await sleep(Math.max(0, Math.min(wait, latest + wait - Date.now())), undefined, { signal });
  const found = await candidates(journal, unresolved, signal);
  for (const [like, rows] of Map.groupBy(unresolved, ({ fingerprint }) => fingerprint)) {
    const matched = match(rows, found.get(like) ?? []);
    if (matched === undefined) continue;
    for (const { key } of rows) {
      const id = matched.get(key);
      if (id === undefined) {
        journal.none(key);
        none.add(key);
      } else journal.done(key, id);
    }
  }
  return none;
}
