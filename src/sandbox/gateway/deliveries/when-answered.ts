import { addressOf } from "../../../shared/parse-url.ts";
import type { Gateway } from "../gateway.ts";
import type { Delivery } from "../orders/order.ts";

const isUnderWay = (delivery: Delivery | undefined): delivery is Delivery =>
  delivery !== undefined &&
  (delivery.answers.length < delivery.attempts || delivery.nextAttemptAt !== undefined);

const MAX_NAMED = 10;

const lineOf = ({ id, type, url, answers, nextAttemptAt }: Delivery): string => {
  const last = answers.at(-1);
  const address = addressOf(url);
  const answer = last ? (last.status ?? (last.error ?? "").replaceAll(url, address)) : "none yet";
  const next = nextAttemptAt === undefined ? "" : `, posted again at ${nextAttemptAt}`;
  return `${type} ${id} to ${address}, last answer: ${answer}${next}`;
};

const problemOf = (deliveries: readonly Delivery[], timeout: number): Error => {
  const count = deliveries.length === 1 ? "1 notification is" : `${deliveries.length} notifications are`;
  const more = deliveries.length - MAX_NAMED;
  const lines = deliveries.slice(0, MAX_NAMED).map(lineOf);
  const all = [`idle: after ${timeout} ms ${count} still under way`, ...lines];
  return new Error([...all, ...(more > 0 ? [`and ${more} more`] : [])].join("\n  "));
};

/** Resolves when no existing delivery waits for an answer or for its next post. Rejects after the timeout. */
export const whenAnswered = (
  { store: { deliveries }, journal, loaded }: Gateway,
  timeout: number,
): Promise<void> =>
  new Promise((resolve, reject) => {
    const ids = [...deliveries.keys()].filter((id) => !loaded.deliveries.has(id));
    const end = (): void => {
      clearTimeout(timer);
      unsubscribe();
    };
    const check = (): void => {
      while (ids.length > 0 && !isUnderWay(deliveries.get(ids.at(-1) ?? ""))) ids.pop();
      if (ids.length > 0) return;
      end();
      resolve();
    };
    // Keeps the process alive, which the timers of repeats do not.
    const timer = setTimeout(() => {
      end();
      reject(problemOf(ids.map((id) => deliveries.get(id)).filter(isUnderWay), timeout));
    }, timeout);
    const unsubscribe = journal.subscribe(check);
    check();
  });
