/** Shops that neither refund nor charge a saved card, for which idempotency keys would matter. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playEverything } from "./play.ts";
import { openNextjs } from "./shops/nextjs.ts";
import { openServerless } from "./shops/serverless.ts";
import { openTesting } from "./shops/testing.ts";

beforeAll(() => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
});

test.each(Object.entries({ serverless: openServerless, nextjs: openNextjs, testing: openTesting }))(
  "%s fulfils once, and notices each second payment, whatever is killed or lost",
  async (_, open) => {
    expect(await playEverything(open, true)).toBeGreaterThan(5);
  },
);
