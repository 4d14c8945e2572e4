import type { Operation } from "../errors/payments-error.ts";

/** Whether a call is about payment tokens, which have a host of their own. */
export const isCheckout = (operation: Operation): boolean => operation.startsWith("checkouts");

/** Where the errors of a call start: those of payment tokens are nested below `checkout`. */
export const rootOf = (operation: Operation): string[] => (isCheckout(operation) ? ["checkout"] : []);
