import type { Context } from "hono";
import { write } from "../../models/fields/wire.ts";
import { productCreateParamsSchema, productUpdateParamsSchema } from "../../models/product.ts";
import type { ApiOperation } from "../../shared/operations.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { Shop } from "../gateway/shop.ts";
import { checkoutOriginOf, originOf } from "../http/origin.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { lenientReader } from "./read-lenient.ts";

const readNew = lenientReader(productCreateParamsSchema);
const readUpdate = lenientReader(productUpdateParamsSchema);

const originsOf = (context: Context) => ({
  origin: originOf(context),
  checkoutOrigin: checkoutOriginOf(context),
});

/** The handlers of the product operations. Source: API reference, "Endpoints". */
export function productHandlersOf({
  products,
  emitChange,
}: Shop): Record<Extract<ApiOperation, `products.${string}`>, Handler> {
  return {
    "products.create": async (context) => {
      const body = await readObject(context);
      if (!body) return noObject(context);
      const fields = readNew(body);
      const problems = products.problemsOfNew(sectionOf(fields));
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      const product = products.create(
        sectionOf(write(productCreateParamsSchema, fields)),
        originsOf(context),
      );
      emitChange();
      return context.json(product, 201);
    },

    "products.list": (context) => context.json(products.list(originsOf(context))),

    "products.get": (context) => {
      const product = products.get(paramOf(context, "product_id"), originsOf(context));
      return product ? context.json(product) : notFound(context);
    },

    "products.update": async (context) => {
      const product = products.find(paramOf(context, "product_id"));
      if (!product) return notFound(context);
      const body = await readObject(context);
      if (!body) return noObject(context);
      const fields = readUpdate(body);
      const problems = products.problemsOfUpdate(product, sectionOf(fields));
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      products.update(product.id, sectionOf(write(productUpdateParamsSchema, fields)));
      emitChange();
      return context.body(null, 204);
    },
  };
}
