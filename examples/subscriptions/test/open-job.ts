import assert from "node:assert/strict";
import type { DatabaseSync } from "node:sqlite";
import { mock } from "node:test";
import { type Fetch, PaymentsClient, type Transaction } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { openDatabase } from "../src/database.ts";
import { renew } from "../src/renew.ts";
import { changeCard, subscribe } from "../src/subscriptions.ts";

export const START = new Date("2030-01-31T09:00:00Z");

/** Minor units per month. */
const PRICE = 990;

/** What the gateway answers differently. To choose, start the tests with `VARIANTS="lookUp=late followUp=pending"`. */
const VARIANTS = Object.fromEntries(process.env.VARIANTS?.split(" ").map((word) => word.split("=")) ?? []);

interface RunOptions {
  /** What becomes of the calls. */
  readonly fetch?: Fetch;
  /** Whether the gateway honors idempotency keys. Default true. */
  readonly idempotencyKeys?: boolean;
  /** Another database, such as an older copy. */
  readonly db?: DatabaseSync;
  /** The gateway's clock. Default: the clock of the job. */
  readonly gatewayClock?: () => Date;
}

/** Ten o'clock of a day, or a time. */
export const timeOf = (day: string): Date => new Date(day.includes("T") ? `${day}Z` : `${day}T10:00:00Z`);

/** A card that asks for 3-D Secure. */
export const CARD_WITH_3DS = "4012000000001097";

/**
 * A database in memory and a gateway without a network. The customer kim has subscribed.
 *
 * @param card Kim's.
 */
export async function openJob(card?: string) {
  mock.timers.reset();
  mock.timers.enable({ apis: ["Date"], now: START });
  const sandbox = new Sandbox({ variants: VARIANTS });
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  const db = openDatabase(":memory:");
  const reach: Fetch = async (url, init) => sandbox.fetch(new Request(url, init));
  /** @param day A day or a time, or a clock. */
  const run = (day: string | (() => Date), options: RunOptions = {}): Promise<void> => {
    const clock = typeof day === "string" ? () => timeOf(day) : day;
    const { fetch = reach, idempotencyKeys = true, gatewayClock = clock } = options;
    // Runs are never in the same second, because a gateway may not find a charge of this second.
    mock.timers.setTime(Math.max(Date.now() + 1000, gatewayClock().getTime() || 0));
    const job = { test: true, returnUrl: "https://shop.example/account", clock };
    const client = new PaymentsClient({
      ...sandbox.clientOptions,
      idempotencyKeys,
      maxRetries: 0,
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        const headers = { ...Object.fromEntries(answer.headers), date: gatewayClock().toUTCString() };
        return new Response(answer.body, { status: answer.status, headers });
      },
    });
    return renew({ ...job, db: options.db ?? db, payments: client });
  };

  /** Pays a first month. @returns the token of the card. */
  const saveCard = async (card = "4200000000000000"): Promise<string> => {
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      test: true,
      order: {
        amount: PRICE,
        currency: "EUR",
        description: "First month",
        additional_data: { contract: ["recurring"] },
      },
    });
    return (await sandbox.pay(token, { card })).credit_card?.token ?? "";
  };
  const join = async (id: string, card?: string): Promise<void> =>
    subscribe(db, {
      id,
      cardToken: await saveCard(card),
      amount: PRICE,
      currency: "EUR",
      description: "A month",
      startedAt: START,
    });
  const changeKimsCard = async (date: Date): Promise<void> => changeCard(db, "kim", await saveCard(), date);
  /** The charges that were sent to the gateway. */
  const chargeCalls = () => sandbox.requests.filter(({ operation }) => operation === "transactions.pay");
  /** The payment of a charge, which may be pending. */
  const paymentOf = async (key: unknown): Promise<Transaction> => {
    mock.timers.tick(1000);
    const [payment] = await payments.transactions.findByTrackingId(String(key));
    return payment ?? assert.fail("The gateway finds no payment");
  };
  await join("kim", card);
  return { sandbox, payments, db, run, join, changeKimsCard, chargeCalls, paymentOf };
}

export const subscriptionOf = (db: DatabaseSync, id: string) => ({
  ...db.prepare("SELECT period, due_at, status FROM subscriptions WHERE id = ?").get(id),
});

export const chargesOf = (db: DatabaseSync, id: string) =>
  db
    .prepare(
      "SELECT key, attempt, amount, status, paid_by, confirm_url FROM charges WHERE subscription_id = ? ORDER BY rowid",
    )
    .all(id)
    .map((row) => ({ ...row }));
