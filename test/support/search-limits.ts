/** How long, in milliseconds, and with which seed the tests search with `checkShop`: `npm run check-shop:long` sets both. */
export const SEARCH = {
  budget: Number(process.env["CHECK_SHOP_BUDGET"]),
  seed: Number(process.env["CHECK_SHOP_SEED"] ?? 1),
};

/** Time for a search, and for shortening what it finds on a busy machine, in milliseconds. */
export const SEARCH_TIMEOUT = SEARCH.budget + 300_000;
