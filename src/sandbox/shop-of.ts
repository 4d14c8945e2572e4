import type { Shop } from "./gateway/shop.ts";

const shops = new WeakMap<object, Shop>();

/** Keeps the parts of a sandbox for `checkShop`, which its class does not show. */
export const keepShop = (sandbox: object, shop: Shop): void => void shops.set(sandbox, shop);

/** @throws TypeError for an object that is not a sandbox. */
export function shopOf(sandbox: object): Shop {
  const shop = shops.get(Object(sandbox));
  if (!shop) throw new TypeError("sandbox must be a Sandbox");
  return shop;
}
