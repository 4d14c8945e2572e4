import type { Order } from "./orders/order.ts";

/** `wrong_type` and `wrong_value` are mistakes in a parameter. The other refusals depend on the state of the gateway. */
type RefusalCode = "wrong_type" | "wrong_value" | "not_found" | "not_possible";

/** Why the gateway does not do what a customer or a developer wants. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
  readonly code: RefusalCode;
  /** The parameter that must change. */
  readonly field: string | undefined;
  /** The orders to choose from. */
  readonly orders: readonly Order[];

  constructor(code: RefusalCode, message: string, field?: string, orders: readonly Order[] = []) {
    super(message);
    this.code = code;
    this.field = field;
    this.orders = orders;
  }
}

/** A payment cannot start or be completed. The message contains the reason, for example an expired token. */
export class NotPayableError extends Refusal {
  override readonly name = "NotPayableError";

  constructor(message: string, field?: string) {
    super("not_possible", message, field);
  }
}
