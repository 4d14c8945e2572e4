import type { Clock } from "./clock.ts";
import type { RequestIdRecord } from "./records/records.ts";

/** How long a `RequestID` is kept, in milliseconds. Source: gateway documentation, "Idempotent requests". */
const LIFETIME = 24 * 60 * 60 * 1000;

/** What a request led to: a transaction, or its refusal. */
type Result = Pick<RequestIdRecord, "uid" | "problems">;

/**
 * Makes the function that processes a request for a transaction once: a second one with the same `RequestID` gets the
 * result of the first. `process` is synchronous: of two at once, one is processed.
 */
export const createProcessOnce =
  (records: Map<string, RequestIdRecord>, clock: Clock, emitChange: () => void) =>
  (id: string | undefined, process: () => Result): Result => {
    if (!id) return process();
    const now = clock.now();
    // They are in the order of their time.
    for (const [old, { at }] of records) {
      if (now < clock.endOf(new Date(at), LIFETIME)) break;
      records.delete(old);
    }
    const known = records.get(id);
    if (known) return known;
    const result = process();
    records.set(id, { id, at: now.toISOString(), ...result });
    emitChange();
    return result;
  };
