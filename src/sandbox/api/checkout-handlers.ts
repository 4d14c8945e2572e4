import type { Context } from "hono";
import { checkoutCreateParamsSchema } from "../../models/checkout.ts";
import { write } from "../../models/fields/wire.ts";
import type { ApiOperation } from "../../operations.ts";
import { startCheckout } from "../gateway/checkouts/start-checkout.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { section } from "../gateway/input/section.ts";
import type { Shop } from "../gateway/shop.ts";
import { originOf } from "../origin.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { lenientReader } from "./read-lenient.ts";

const readNew = lenientReader(checkoutCreateParamsSchema);

/** Creates a token from what was sent as `checkout`, or answers what is wrong with it. */
export function createCheckout(shop: Shop, context: Context, sent: unknown): Response {
  const fields = readNew(sent);
  const problems = shop.checkouts.problemsOfNew(fields);
  if (problems.length > 0) return context.json(toRefusal(problems), 422);
  const checkout = startCheckout(shop, section(write(checkoutCreateParamsSchema, fields)), originOf(context));
  return context.json({ checkout }, 201);
}

/** The handlers of the payment token operations. Source: API reference, "Endpoints". */
export function checkoutHandlersOf(
  shop: Shop,
): Record<Extract<ApiOperation, `checkouts.${string}`>, Handler> {
  const { checkouts } = shop;
  return {
    "checkouts.create": async (context) => {
      const body = await readObject(context);
      return body ? createCheckout(shop, context, body["checkout"]) : noObject(context);
    },

    "checkouts.get": (context) => {
      const status = checkouts.status(paramOf(context, "token"));
      return status ? context.json({ checkout: status }) : notFound(context);
    },
  };
}
