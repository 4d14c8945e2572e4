import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playEverything } from "./play.ts";
import { openNextjs } from "./shops/nextjs.ts";
import { openTesting } from "./shops/testing.ts";

beforeAll(() => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const SHOPS = Object.entries({ nextjs: openNextjs, testing: openTesting });

test.each(SHOPS)(
  "%s fulfills once, and notices each second payment, whatever is killed or lost",
  async (_, open) => {
    expect(await playEverything(open, true)).toBeGreaterThan(5);
  },
);
