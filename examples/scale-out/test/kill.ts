/** `npm run kill -- ORDERS SEED`: the same seed repeats the same plans. */
import { runChaos } from "./chaos.ts";

const [orders = "2000", seed = "1"] = process.argv.slice(2);
console.log(await runChaos({ orders: Number(orders), seed: Number(seed) }));
