import type { Context } from "hono";
import type { ApiOperation } from "../../api/operations.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { Shop } from "../gateway/shop.ts";
import { checkoutOriginOf, originOf } from "../http/origin.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { parametersOf } from "./parameters.ts";

const NEW = parametersOf("products.create");
const UPDATE = parametersOf("products.update");

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
      const fields = NEW.read(body);
      const problems = products.problemsOfNew(sectionOf(fields));
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      const product = products.create(NEW.write(fields), originsOf(context));
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
      const fields = UPDATE.read(body);
      const problems = products.problemsOfUpdate(product, sectionOf(fields));
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      products.update(product.id, UPDATE.write(fields));
      emitChange();
      return context.body(null, 204);
    },
  };
}
