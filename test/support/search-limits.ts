const { CHECK_SHOP_BUDGET, CHECK_SHOP_SEED = "1" } = process.env;

/** @param budget In milliseconds, unless `npm run check-shop:long` sets another. */
const seed = Number(CHECK_SHOP_SEED);
const searchFor = (budget: number) => ({ budget: Number(CHECK_SHOP_BUDGET ?? budget), seed });

/** How long, and with which seed, the tests search a shop with `checkShop`. */
export const SEARCH = searchFor(15_000);

/** The same for the many small shops of `test/check-shop/whole-shops`. */
export const SHORT_SEARCH = searchFor(5000);

/** Time for a search, and for shortening what it finds on a busy machine, in milliseconds. */
export const SEARCH_TIMEOUT = SEARCH.budget + 300_000;
