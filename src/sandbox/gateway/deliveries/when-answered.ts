import { LONGEST_TIMER } from "../../../values.ts";
import type { Changes } from "../changes.ts";
import type { Delivery } from "../records/delivery.ts";

const isUnderWay = (delivery: Delivery | undefined): boolean =>
  delivery !== undefined &&
  (delivery.answers.length < delivery.attempts || delivery.nextAttemptAt !== undefined);

/** Resolves when none of these deliveries waits for an answer or for its next post. */
export const whenAnswered = (deliveries: ReadonlyMap<string, Delivery>, changes: Changes): Promise<void> =>
  new Promise((resolve) => {
    const ids = [...deliveries.keys()];
    // The timers of repeats do not keep the process alive.
    const alive = setInterval(() => undefined, LONGEST_TIMER);
    const check = (): void => {
      while (ids.length > 0 && !isUnderWay(deliveries.get(ids.at(-1) ?? ""))) ids.pop();
      if (ids.length > 0) return;
      clearInterval(alive);
      unsubscribe();
      resolve();
    };
    const unsubscribe = changes.subscribe(check);
    check();
  });
