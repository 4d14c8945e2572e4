import type { CheckShopOptions } from "./options.ts";
import type { ShopReport } from "./verdict/report.ts";

/**
 * Searches for a story in which a running shop loses or gives away money. It plays the customers, the gateway, the network
 * and the shop's staff. After each step, it compares the payments at the gateway with the orders in the shop. For each law
 * that is broken, it reports the shortest story. The shop may be written in any language.
 *
 * ```ts
 * const report = await checkShop({ sandbox, placeOrder, fulfillments });
 * assert.ok(report.passed, String(report));
 * ```
 *
 * @param options The sandbox that the shop calls, and two to fourteen functions of the shop.
 * @returns the report. A shop that breaks a law is not an error.
 * @throws TypeError if `sandbox` is not a `Sandbox`, a function is missing or returns a wrong type, or a name is unknown.
 * RangeError for a wrong number or story. Error if the first order cannot be placed.
 */
export const checkShop = async (options: CheckShopOptions): Promise<ShopReport> => {
  // Loaded only here, because most tests that use a sandbox do not check a shop.
  const { run } = await import("./verdict/run.ts");
  return run(options);
};
