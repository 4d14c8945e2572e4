import { type Fetch, type Hooks, PaymentsClient } from "../../../src/index.ts";
import { mockTime, seededRandom } from "./virtual-time.ts";

/** A period in which the gateway fails this share of the requests. */
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
  /** False: clients are replaced before their budget is used up. */
  readonly hasBudget: boolean;
  /** False: every backoff is at its maximum. */
  readonly hasJitter?: boolean;
}

/** The result of a phase. */
export interface Outcome {
  readonly calls: number;
  readonly successes: number;
  /** Requests that the gateway received, including retries. */
  readonly requests: number;
  /** Retries in each 10 ms. */
  readonly slots: ReadonlyMap<number, number>;
}

const PHASE_MS = 60_000;
const SLOT_MS = 10;
/** Two calls per second, by all clients at the same moment: only jitter spreads their retries. */
const CALL_EVERY_MS = 500;
/** The calls for which a full budget is always enough: it has ten retries, a call uses two. */
const CALLS_OF_A_FULL_BUDGET = 5;
/** Longer than the two backoffs of a call. */
const LAST_RETRIES_MS = 2_000;

const ADDRESS = "https://gateway.example";
const CREDENTIALS = { shopId: "4821", secretKey: "secret", baseUrl: ADDRESS, checkoutUrl: ADDRESS };

/** Runs the calls of real clients through all phases, in virtual time. */
export async function simulate({ clients, hasBudget, hasJitter = true }: Simulation): Promise<Outcome[]> {
  const outcomes = PHASES.map(() => ({
    calls: 0,
    successes: 0,
    requests: 0,
    slots: new Map<number, number>(),
  }));
  using time = mockTime(hasJitter ? seededRandom(1) : () => 1);
  const random = seededRandom(2);
  const phaseNow = (): number => Math.min(PHASES.length - 1, Math.floor(time.now() / PHASE_MS));

  const fetch: Fetch = async () => {
    const { failing = 0 } = PHASES[phaseNow()] ?? {};
    return random() < failing ? new Response(null, { status: 503 }) : new Response("[]");
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

/** Requests that the gateway received per call. */
export const amplification = ({ requests, calls }: Outcome): number => requests / calls;

export const successRate = ({ successes, calls }: Outcome): number => successes / calls;

/** Retries in the busiest 10 ms, and the mean of all 10 ms from the first retry to the last. */
export function retryPeaks({ slots }: Outcome): { readonly busiest: number; readonly mean: number } {
  const counts = [...slots.values()];
  const retries = counts.reduce((sum, count) => sum + count, 0);
  const length = Math.max(...slots.keys()) - Math.min(...slots.keys()) + 1;
  return { busiest: Math.max(...counts), mean: retries / length };
}
