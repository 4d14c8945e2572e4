/** A longer kill test: `npm run kill -- ORDERS SEED`. It prints its seed; the same seed repeats the same plans. */
import { runChaos } from "./chaos.ts";

const [orders = "2000", seed = String(Date.now() % 1_000_000)] = process.argv.slice(2);
console.log(`seed ${seed}`);
console.log(await runChaos({ orders: Number(orders), seed: Number(seed) }));
