import type { ShopReport } from "./report.ts";
import type { CheckShopOptions } from "./shop-functions.ts";

/**
 * Plays every trouble that a shop must survive against a running shop: lost, repeated, forged and mismatched
 * notifications, declines, second payments, a gateway that fails. It acts as the customer and the
 * gateway, and checks only how often an order was fulfilled, so the shop may be written in any language.
 *
 * ```ts
 * const report = await checkShop({ sandbox, placeOrder, fulfilments });
 * assert.ok(report.passed, String(report));
 * ```
 *
 * @param options The sandbox that the shop talks to, and two to six functions of the shop.
 * @returns what was found. A shop that fails is not an error. Where `paid once` fails, no other scenario is played.
 * @throws TypeError when `sandbox` is not a `Sandbox` or a function is missing, RangeError for a scenario that is not known.
 */
export const checkShop = async (options: CheckShopOptions): Promise<ShopReport> => {
  // Loaded only here: most tests that use a sandbox do not check a shop.
  const { playScenarios } = await import("./play-scenarios.ts");
  return playScenarios(options);
};
