import { type Fetch, type Hooks, PaymentsClient } from "../../../src/index.ts";
import { seeded, takeOverTime } from "./virtual-time.ts";

/** A time in which the gateway fails that part of the requests. */
export interface Phase {
  readonly name: string;
  readonly failing: number;
}

export const PHASES: readonly Phase[] = [
  { name: "outage, 60 s", failing: 1 },
  { name: "brown-out of 20 % after it, 60 s", failing: 0.2 },
];

export interface Simulation {
  readonly clients: number;
  /** False: a new client so often that its budget never runs dry. */
  readonly hasBudget: boolean;
  /** False: every backoff waits its limit. */
  readonly hasJitter?: boolean;
}

/** What a phase came to. */
export interface Outcome {
  readonly calls: number;
  readonly successes: number;
  /** What the gateway saw, the retries among it. */
  readonly requests: number;
  /** Retries in each 10 ms. */
  readonly slots: ReadonlyMap<number, number>;
}

const PHASE_MS = 60_000;
const SLOT_MS = 10;
/** Two calls a second, of all clients at the same moment: nothing but jitter spreads their retries. */
const CALL_EVERY_MS = 500;
/** The calls that a full budget serves whatever happens: ten retries, two for each. */
const CALLS_OF_A_FULL_BUDGET = 5;
/** Longer than a call's two backoffs. */
const LAST_RETRIES_MS = 2_000;

const ADDRESS = "https://gateway.example";
const CREDENTIALS = { shopId: "4821", secretKey: "secret", baseUrl: ADDRESS, checkoutUrl: ADDRESS };

/** Sends clients' calls through the phases, one after another, with the real client and in virtual time. */
export async function simulate({ clients, hasBudget, hasJitter = true }: Simulation): Promise<Outcome[]> {
  const outcomes = PHASES.map(() => ({
    calls: 0,
    successes: 0,
    requests: 0,
    slots: new Map<number, number>(),
  }));
  using time = takeOverTime(hasJitter ? seeded(1) : () => 1);
  const chance = seeded(2);
  const phaseNow = (): number => Math.min(PHASES.length - 1, Math.floor(time.now() / PHASE_MS));

  const fetch: Fetch = async () => {
    const { failing = 0 } = PHASES[phaseNow()] ?? {};
    return chance() < failing ? new Response(null, { status: 503 }) : new Response("[]");
  };
  const hooks: Hooks = {
    onRequest: ({ attempt }) => {
      const outcome = outcomes[phaseNow()];
      if (!outcome) return;
      outcome.requests += 1;
      if (attempt === 1) return;
      const slot = Math.floor(time.now() / SLOT_MS);
      outcome.slots.set(slot, (outcome.slots.get(slot) ?? 0) + 1);
    },
  };
  const newClient = () => new PaymentsClient({ ...CREDENTIALS, fetch, hooks });

  const shops = Array.from({ length: clients }, () => ({ client: newClient(), calls: 0 }));
  let settled = 0;
  const call = async (shop: { client: PaymentsClient; calls: number }): Promise<void> => {
    const outcome = outcomes[phaseNow()];
    if (!outcome) return;
    if (!hasBudget && shop.calls > 0 && shop.calls % CALLS_OF_A_FULL_BUDGET === 0) shop.client = newClient();
    shop.calls += 1;
    outcome.calls += 1;
    const [{ status }] = await Promise.allSettled([shop.client.products.list()]);
    if (status === "fulfilled") outcome.successes += 1;
    settled += 1;
  };

  const end = PHASES.length * PHASE_MS;
  for (let at = 0; at < end; at += CALL_EVERY_MS) {
    await time.runUntil(at);
    for (const shop of shops) call(shop);
  }
  await time.runUntil(end + LAST_RETRIES_MS);
  const called = outcomes.reduce((sum, { calls }) => sum + calls, 0);
  if (settled !== called) throw new Error(`${called - settled} of ${called} calls did not settle`);
  return outcomes;
}

/** Requests that the gateway saw, for each call. */
export const amplification = ({ requests, calls }: Outcome): number => requests / calls;

export const successRate = ({ successes, calls }: Outcome): number => successes / calls;

/** The busiest 10 ms, and the mean of those from the first retry to the last. */
export function crowding({ slots }: Outcome): { readonly busiest: number; readonly mean: number } {
  const counts = [...slots.values()];
  const retries = counts.reduce((sum, count) => sum + count, 0);
  const length = Math.max(...slots.keys()) - Math.min(...slots.keys()) + 1;
  return { busiest: Math.max(...counts), mean: retries / length };
}
