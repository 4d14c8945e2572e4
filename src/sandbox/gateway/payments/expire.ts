import { notifyOfExpiry } from "../deliveries/deliveries.ts";
import type { Gateway } from "../gateway.ts";
import type { CheckoutRecord } from "../records/records.ts";
import { expireWaiting, NO_NOTIFICATION } from "./settle.ts";
import { changeToken, latestTransaction, tokenExpiry, tokenState } from "./token-state.ts";
import { tokenStatus } from "./token-status.ts";

const canExpire = (gateway: Gateway, checkout: CheckoutRecord): boolean => {
  if (checkout.expired) return false;
  const state = tokenState(gateway, checkout);
  return state !== "successful" && state !== "failed";
};

/** Expires a token now and notifies the merchant. Returns false if it cannot expire. */
export async function expireToken(gateway: Gateway, token: string): Promise<boolean> {
  const { store, journal } = gateway;
  const checkout = store.checkouts.get(token);
  if (!checkout || !canExpire(gateway, checkout)) return false;
  changeToken(gateway, token, { expired: true });
  const latest = latestTransaction(gateway, checkout);
  const ended = latest ? expireWaiting(gateway, latest) : NO_NOTIFICATION;
  journal.append("expired", { order: token, id: token });
  const expired = store.checkouts.get(token) ?? checkout;
  await Promise.all([ended, notifyOfExpiry(gateway, expired, tokenStatus(gateway, expired))]);
  return true;
}

export const expireTokenInTime = (gateway: Gateway, checkout: CheckoutRecord): void => {
  if (!canExpire(gateway, checkout)) return;
  gateway.clock.at(tokenExpiry(gateway, checkout), () => void expireToken(gateway, checkout.token));
};
