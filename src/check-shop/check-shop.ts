import type { ShopReport } from "./report/report.ts";
import type { CheckShopOptions } from "./shop-functions.ts";

/**
 * Looks for a story that makes a running shop lose or give away money: it plays the customers, the gateway, the network and
 * the shop's staff, compares the gateway's book with what the shop says, and tells the shortest story for each law that
 * is broken. The shop may be written in any language.
 *
 * ```ts
 * const report = await checkShop({ sandbox, placeOrder, fulfilments });
 * assert.ok(report.passed, String(report));
 * ```
 *
 * @param options The sandbox that the shop talks to, and two to seven functions of the shop.
 * @returns what was found. A shop that fails is not an error.
 * @throws TypeError when `sandbox` is not a `Sandbox` or a function is missing, RangeError for a wrong number or story.
 */
export const checkShop = async (options: CheckShopOptions): Promise<ShopReport> => {
  // Loaded only here: most tests that use a sandbox do not check a shop.
  const { run } = await import("./run.ts");
  return run(options);
};
