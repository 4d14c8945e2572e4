import type { Gateway } from "../gateway.ts";
import type { Order } from "./order.ts";

/** The most tokens that visitors of a public sandbox make in a day. */
const MAX_TOKENS = 1000;

const DAY = 24 * 60 * 60 * 1000;

/** Whether a token was made without the secret key, by the public key or on the page of a product. */
const isByVisitor = ({ productId, madeBy }: Order): boolean =>
  madeBy === "visitor" || productId !== undefined;

/**
 * Returns why visitors cannot make another token now, because their tokens would fill memory and disk. Undefined if they
 * can. Counts paid and expired tokens, too, because they stay stored.
 */
export const visitorsAreRefused = ({ store, clock }: Gateway): string | undefined => {
  if (!store.isPublic) return undefined;
  const now = clock.now();
  const isRecent = ({ createdAt }: Order): boolean => clock.endOf(new Date(createdAt), DAY) > now;
  const made = Array.from(store.orders.values()).filter((order) => isByVisitor(order) && isRecent(order));
  if (made.length < MAX_TOKENS) return undefined;
  return `Visitors of a public sandbox make at most ${MAX_TOKENS} tokens in 24 hours. Use the secret key, or clear the orders`;
};
