import { expect, test } from "vitest";
import { type Transaction, ValidationError } from "../../../src/index.ts";
import { openGateway } from "../../sandbox/open-gateway.ts";
import { fc } from "./fast-check.ts";

const step = fc.record({
  way: fc.constantFrom("capture" as const, "void" as const, "refund" as const),
  amount: fc.oneof(fc.integer({ min: 1, max: 150 }), fc.constantFrom("7", "50", 100n, 30)),
  /** The index of the parent among the transactions so far. */
  parent: fc.nat(),
  isDeclined: fc.boolean(),
  duplicate_check: fc.boolean(),
});

/** The total amount of successful follow-ups of a transaction. */
const sumOf = (transactions: readonly Transaction[], type: string, { uid }: Transaction): number =>
  transactions
    .filter((one) => one.type === type && one.status === "successful" && one.parent_uid === uid)
    .reduce((sum, { amount }) => sum + Number(amount), 0);

test("no sequence of captures, voids and refunds exceeds the available amount, and notifications add up", async () => {
  const gateway = await openGateway();
  const steps = fc.array(step, { maxLength: 12 });
  const total = { done: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom("authorization", "payment"), steps, async (type, sequence) => {
      const { sandbox, payments, pay, notified } = gateway;
      const before = notified().length;
      const all: Transaction[] = [await pay(type, { amount: 100 })];
      for (const { way, amount, parent, isDeclined, duplicate_check } of sequence) {
        const { uid = "" } = all[parent % all.length] ?? {};
        const declining = isDeclined && { additional_data: { recipient: { expected_bank_code: "05" } } };
        const params = { parent_uid: uid, amount, reason: "Any", duplicate_check, ...declining };
        const outcome = await payments.transactions[way](params).catch((error: unknown) => error);
        if (outcome instanceof ValidationError) total.refused += 1;
        else if (outcome instanceof Error) throw outcome;
        else {
          total.done += 1;
          all.push(await payments.transactions.get(Object(outcome).uid));
        }
      }
      for (const one of all) {
        const taken = sumOf(all, "capture", one) + sumOf(all, "void", one) + sumOf(all, "refund", one);
        expect(taken).toBeLessThanOrEqual(one.status === "successful" ? Number(one.amount) : 0);
        if (one.type !== "authorization") expect(sumOf(all, "capture", one)).toBe(0);
      }
      await expect.poll(() => sandbox.deliveries.every(({ status }) => status === 200)).toBe(true);
      const received = notified().slice(before);
      expect(received.map(({ uid }) => uid).toSorted()).toStrictEqual(all.map(({ uid }) => uid).toSorted());
      for (const one of all)
        for (const way of ["capture", "void", "refund"])
          expect(sumOf(received, way, one)).toBe(sumOf(all, way, one));
    }),
    { numRuns: 60 },
  );
  expect(total.done).toBeGreaterThan(20);
  expect(total.refused).toBeGreaterThan(20);
});
