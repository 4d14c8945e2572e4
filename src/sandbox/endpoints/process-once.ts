import type { Gateway } from "../gateway/gateway.ts";
import type { RequestIdRecord } from "../gateway/orders/store.ts";

/** Lifetime of a `RequestID` in milliseconds. Source: gateway documentation, "Idempotent requests". */
const LIFETIME = 24 * 60 * 60 * 1000;

/** The result of a request, a transaction or a refusal. */
type OnceResult = Pick<RequestIdRecord, "uid" | "problems">;

/**
 * Processes a request once and returns the same result for a repeated `RequestID`. `process` is synchronous, so that
 * concurrent requests are processed only once.
 */
export const processOnce = (
  { store, clock, journal }: Gateway,
  id: string | undefined,
  process: () => OnceResult,
): OnceResult => {
  if (!id) return process();
  const now = clock.now();
  // The ids are sorted by time.
  for (const [old, { at }] of store.requestIds) {
    if (now < clock.endOf(new Date(at), LIFETIME)) break;
    store.requestIds.delete(old);
  }
  const known = store.requestIds.get(id);
  if (known) return known;
  const result = process();
  store.requestIds.set(id, { id, at: now.toISOString(), ...result });
  journal.append("state");
  return result;
};
