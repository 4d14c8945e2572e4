/**
 * How long, and with which seed, a test searches with `checkShop`: `CHECK_SHOP_BUDGET` in milliseconds and
 * `CHECK_SHOP_SEED`, which `npm run check-shop:long` sets.
 */
export const searchLimits = (budget: number): { seed: number; budget: number } => ({
  seed: Number(process.env["CHECK_SHOP_SEED"] ?? 1),
  budget: Number(process.env["CHECK_SHOP_BUDGET"] ?? budget),
});

/** Time for a search, and for shortening what it finds on a busy machine, in milliseconds. */
export const searchTimeout = (budget: number): number => searchLimits(budget).budget + 300_000;
