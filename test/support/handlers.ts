import type { Payable, PaymentEvent, PaymentHandlers } from "../../src/webhooks.ts";

/** The functions of a shop that has no orders: all of them call one. */
export const everything = (
  run: (event: PaymentEvent<Payable>) => unknown = () => undefined,
): PaymentHandlers<Payable> => ({
  findOrder: () => undefined,
  paid: run,
  review: run,
  charged_back: run,
  otherwise: run,
});
