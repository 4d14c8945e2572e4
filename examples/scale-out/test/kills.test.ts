import { test } from "node:test";
import { runChaos } from "./chaos.ts";

test("killed at any moment, the shop fulfils each paid order once and no other", async () => {
  console.log(await runChaos({ orders: 100, seed: 1 }));
});
