import { CHECKOUTS } from "./checkouts.ts";
import { ORDER } from "./order.ts";
import { PRODUCTS } from "./products.ts";
import { SETTINGS } from "./settings.ts";
import { BILLS, TRANSACTIONS } from "./transactions.ts";

/** Every table of the reference. */
export const SECTIONS = [...PRODUCTS, ...CHECKOUTS, ...ORDER, ...SETTINGS, ...TRANSACTIONS, ...BILLS];
