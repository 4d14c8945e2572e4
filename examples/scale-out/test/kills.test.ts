import { test } from "node:test";
import { runChaos } from "./chaos.ts";

/** `SEED` repeats the plans of an earlier run, `ORDERS` makes it longer. */
const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
const orders = Number(process.env["ORDERS"] ?? 200);

test("killed at any moment, the shop fulfils each paid order once and no other", async () => {
  console.log(`seed ${seed}`);
  console.log(await runChaos({ orders, seed }));
});
