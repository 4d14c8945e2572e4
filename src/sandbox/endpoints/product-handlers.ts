import type { Context } from "hono";
import type { ApiOperation } from "../../api/operations.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { sectionOf } from "../gateway/input/section.ts";
import {
  createProduct,
  problemsOfProduct,
  problemsOfUpdate,
  toProduct,
  updateProduct,
} from "../gateway/products.ts";
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
export function productHandlersOf(
  gateway: Gateway,
): Record<Extract<ApiOperation, `products.${string}`>, Handler> {
  const { products } = gateway.store;
  return {
    "products.create": async (context) => {
      const body = await readObject(context);
      if (!body) return noObject(context);
      const fields = NEW.read(body);
      const problems = problemsOfProduct(sectionOf(fields));
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      const product = createProduct(gateway, NEW.write(fields));
      return context.json(toProduct(gateway, product, originsOf(context)), 201);
    },

    "products.list": (context) => {
      const origins = originsOf(context);
      return context.json(Array.from(products.values(), (product) => toProduct(gateway, product, origins)));
    },

    "products.get": (context) => {
      const product = products.get(paramOf(context, "product_id"));
      return product ? context.json(toProduct(gateway, product, originsOf(context))) : notFound(context);
    },

    "products.update": async (context) => {
      const product = products.get(paramOf(context, "product_id"));
      if (!product) return notFound(context);
      const body = await readObject(context);
      if (!body) return noObject(context);
      const fields = UPDATE.read(body);
      const problems = problemsOfUpdate(product, sectionOf(fields));
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      updateProduct(gateway, product, UPDATE.write(fields));
      return context.body(null, 204);
    },
  };
}
