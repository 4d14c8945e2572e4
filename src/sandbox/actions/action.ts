import type * as z from "zod/mini";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { withTimeout } from "../../runtime/with-timeout.ts";
import type { Gateway } from "../gateway/gateway.ts";
import type { Delivery } from "../gateway/orders/delivery.ts";
import type { Order } from "../gateway/orders/order.ts";
import type { Tone } from "../gateway/payments/status-rows.ts";
import { readParams } from "./parameters.ts";

/** What an action began. */
export interface Result {
  readonly order?: Order;
  /** Which order was chosen, if several orders have the id. */
  readonly note?: string | undefined;
  /** Resolves after the shop's answer, or rejects with a refusal. */
  readonly notified?: Promise<unknown>;
}

/** The result in words, after the shop's answer or after the maximum time for it. */
export interface Said {
  readonly message: string;
  /** Default: `info`. */
  readonly tone?: Tone;
  /** The address of the new event. */
  readonly event?: string | undefined;
  /** The page with the result. Default: the page with the form. */
  readonly to?: string;
  readonly transaction?: Transaction | undefined;
  readonly notification?: Delivery | undefined;
}

export type Done = Said & Pick<Result, "order" | "note">;

interface Caller {
  /** The origin for links in the result. */
  readonly origin: string;
  /** Maximum time for the answer of the merchant's server in milliseconds. */
  readonly wait: number;
}

/** A button on the page of an order. The parameter of its action is `order`. */
interface OrderButton {
  readonly title: string;
  readonly text: string;
  readonly isFor: (order: Order, gateway: Gateway) => boolean;
}

type Schema<Shape extends z.core.$ZodShape> = z.ZodMiniObject<Shape, z.core.$strict>;

interface Definition<Shape extends z.core.$ZodShape, R extends Result> {
  readonly schema: Schema<Shape>;
  /** @throws Refusal */
  readonly run: (gateway: Gateway, params: z.output<Schema<Shape>>, origin: string) => R;
  readonly says: (gateway: Gateway, result: R, params: z.output<Schema<Shape>>) => Said;
  readonly button?: OrderButton;
}

export interface Action {
  /** Checks the parameters, and runs the action. Rejects with a Refusal. */
  readonly act: (gateway: Gateway, params: unknown, caller: Caller) => Promise<Done>;
  readonly button: OrderButton | undefined;
}

export const define = <Shape extends z.core.$ZodShape, R extends Result>({
  schema,
  run,
  says,
  button,
}: Definition<Shape, R>): Action => ({
  act: async (gateway, given, { origin, wait }) => {
    const params = readParams(schema, given);
    const result = run(gateway, params, origin);
    await withTimeout(Promise.resolve(result.notified), wait, () => undefined);
    const { order, note } = result;
    return { ...says(gateway, result, params), ...(order && { order }), ...(note !== undefined && { note }) };
  },
  button,
});
