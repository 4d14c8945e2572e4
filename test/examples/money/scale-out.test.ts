import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playEverything } from "./play.ts";
import { installScaleOut } from "./scale-out-packages.ts";
import { openScaleOut } from "./shops/scale-out.ts";
import { ScaleOutDatabase } from "./shops/scale-out-database.ts";

let database: ScaleOutDatabase;

beforeAll(async () => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  await installScaleOut();
  database = await ScaleOutDatabase.start();
});
afterAll(async () => {
  await database.stop();
  vi.restoreAllMocks();
});

test.each([true, false])(
  "the shop on several servers charges, fulfills and refunds once, whatever is killed or lost, if keys are known: %s",
  async (knowsKeys) => {
    const troubles = await playEverything((gateway) => openScaleOut(database, gateway), knowsKeys);
    expect(troubles).toBeGreaterThan(25);
  },
);
