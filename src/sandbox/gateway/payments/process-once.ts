import type { Gateway } from "../gateway.ts";
import type { RequestIdRecord } from "../records/records.ts";

/** How long a `RequestID` is kept, in milliseconds. Source: gateway documentation, "Idempotent requests". */
const LIFETIME = 24 * 60 * 60 * 1000;

/** What a request led to: a transaction, or its refusal. */
type Result = Pick<RequestIdRecord, "uid" | "problems">;

/**
 * Processes a request for a transaction once: a second one with the same `RequestID` gets the result of the first.
 * `process` is synchronous: of two at the same time, one is processed.
 */
export const processOnce = (
  { store, clock, journal }: Gateway,
  id: string | undefined,
  process: () => Result,
): Result => {
  if (!id) return process();
  const now = clock.now();
  // They are in the order of their time.
  for (const [old, { at }] of store.requestIds) {
    if (now < clock.endOf(new Date(at), LIFETIME)) break;
    store.requestIds.delete(old);
  }
  const known = store.requestIds.get(id);
  if (known) return known;
  const result = process();
  store.requestIds.set(id, { id, at: now.toISOString(), ...result });
  journal.append("request id", { id });
  return result;
};
