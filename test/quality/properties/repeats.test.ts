/** Whatever is lost and repeated with keys, the sums at gateway and shop agree. */

import { expect, test } from "vitest";
import { type Fetch, PaymentsClient, type Transaction, ValidationError } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox.ts";
import { retryWithoutDelay } from "../../support/retry-without-delay.ts";
import { fc } from "./fast-check.ts";

const PAID = 10_000;

const trouble = fc.constantFrom("none", "lost request", "lost answer", "500 after processing", "503 before");

type Trouble = typeof trouble extends fc.Arbitrary<infer Name> ? Name : never;

/** A call that a shop repeats until it has an answer, and how often it asks again after that. */
const row = fc.record({
  kind: fc.constantFrom("refund", "pay"),
  amount: fc.integer({ min: 1, max: 4000 }),
  troubles: fc.array(trouble, { maxLength: 6 }),
  again: fc.nat({ max: 2 }),
});

/** A network that has these troubles with the next posts. */
const withTroubles =
  (fetch: Fetch, troubles: Trouble[]): Fetch =>
  async (url, init) => {
    const next = init.method === "POST" ? (troubles.shift() ?? "none") : "none";
    if (next === "lost request") throw new TypeError("fetch failed");
    if (next === "503 before") return new Response(null, { status: 503 });
    const response = await fetch(url, init);
    if (next === "lost answer") throw new TypeError("fetch failed");
    return next === "500 after processing" ? new Response(null, { status: 500 }) : response;
  };

const sumOf = (made: readonly Transaction[]): number =>
  made.reduce((sum, { amount, status }) => sum + (status === "successful" ? Number(amount) : 0), 0);

retryWithoutDelay();

test("sums at gateway and shop agree, whatever is lost and repeated", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 6 }), fc.nat({ max: 2 }), async (rows, maxRetries) => {
      const sandbox = new Sandbox();
      const { fetch, ...shop } = sandbox.clientOptions;
      const calm = new PaymentsClient(sandbox.clientOptions);
      const order = { amount: PAID, currency: "EUR", description: "Pass" };
      const { token } = await calm.checkouts.create({ transaction_type: "payment", order });
      const { uid, credit_card } = await sandbox.pay(token, { saveCard: true });

      const books: Transaction[] = [];
      for (const [index, { kind, amount, troubles, again }] of rows.entries()) {
        const key = `key-${index}`;
        const client = new PaymentsClient({ ...shop, maxRetries, fetch: withTroubles(fetch, [...troubles]) });
        const { transactions } = client;
        const params = { amount, tracking_id: key, duplicate_check: false };
        const charge = {
          currency: "EUR",
          description: "A month",
          credit_card: { token: credit_card?.token ?? "" },
        };
        const ask = () =>
          kind === "refund"
            ? transactions.refund({ ...params, parent_uid: uid, reason: "Returned" }, { idempotencyKey: key })
            : transactions.pay({ ...params, ...charge }, { idempotencyKey: key });
        const answers: unknown[] = [];
        while (answers.length <= again) {
          const answer: unknown = await ask().catch((error: unknown) => error);
          // More than what is left: refused, the same for every repeat.
          const isFinal = !(answer instanceof Error) || answer instanceof ValidationError;
          if (isFinal) answers.push(answer);
          else expect(answer).toMatchObject({ safeToRetry: true });
        }
        const [first, ...repeats] = answers;
        for (const repeat of repeats) expect(Object(repeat).uid).toBe(Object(first).uid);
        if (!(first instanceof Error)) books.push(Object(first));
      }

      for (const [index] of rows.entries()) {
        const made = await calm.transactions.findByTrackingId(`key-${index}`);
        expect(made.length).toBeLessThan(2);
        expect(sumOf(made)).toBe(sumOf(books.filter(({ tracking_id }) => tracking_id === `key-${index}`)));
      }
      const refunded = sumOf(books.filter(({ type }) => type === "refund"));
      expect(refunded).toBeLessThanOrEqual(PAID);
      const rest = { parent_uid: uid, reason: "Rest", duplicate_check: false };
      const tooMuch = calm.transactions.refund({ ...rest, amount: PAID - refunded + 1 });
      await expect(tooMuch).rejects.toBeInstanceOf(ValidationError);
      if (refunded < PAID) await calm.transactions.refund({ ...rest, amount: PAID - refunded });
    }),
    { numRuns: 40 },
  );
});
