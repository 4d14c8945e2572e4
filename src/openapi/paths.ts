import { EXAMPLES } from "./examples.ts";
import { jsonOf, refTo, type Schema } from "./schema.ts";

const answer = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });

const SERVED = {
  "401": answer("Unauthorized"),
  "429": answer("TooManyRequests"),
  "5XX": { description: "The gateway failed, or a proxy before it: the body can be anything." },
};

/** What stands under the key `checkout`. */
const checkoutOf = (component: string): Schema => ({
  type: "object",
  required: ["checkout"],
  properties: { checkout: refTo(component) },
});

const inPath = (name: string, description: string): Schema => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string", minLength: 1 },
});

const apiVersion: Schema = {
  name: "X-API-Version",
  in: "header",
  description: "Version of the payment token API. Source: gateway documentation.",
  schema: { type: "string", enum: ["2"] },
};

const products: Schema = {
  post: {
    operationId: "products.create",
    tags: ["products"],
    summary: "Create a product",
    description: "Not idempotent: a request that is sent again makes a second product.",
    requestBody: { required: true, content: jsonOf(refTo("ProductCreateParams"), EXAMPLES.newProduct) },
    responses: {
      "201": { description: "The product.", content: jsonOf(refTo("Product"), EXAMPLES.product) },
      "422": answer("ProductRefused"),
      ...SERVED,
    },
  },
  get: {
    operationId: "products.list",
    tags: ["products"],
    summary: "List all products of the shop",
    description: "The reference shows no filter and no pages.",
    responses: {
      "200": {
        description: "The products.",
        content: jsonOf({ type: "array", items: refTo("Product") }, EXAMPLES.products),
      },
      ...SERVED,
    },
  },
};

const product: Schema = {
  parameters: [inPath("product_id", "Product identifier: `prd_` and an opaque string.")],
  get: {
    operationId: "products.get",
    tags: ["products"],
    summary: "Read a product",
    responses: {
      "200": { description: "The product.", content: jsonOf(refTo("Product"), EXAMPLES.product) },
      "404": answer("NotFound"),
      ...SERVED,
    },
  },
  put: {
    operationId: "products.update",
    tags: ["products"],
    summary: "Change fields of a product",
    requestBody: { required: true, content: jsonOf(refTo("ProductUpdateParams"), EXAMPLES.changes) },
    responses: {
      "204": { description: "Changed. The body is empty." },
      "404": answer("UnknownUpdate"),
      "422": answer("UpdateRefused"),
      ...SERVED,
    },
  },
};

const checkouts: Schema = {
  parameters: [apiVersion],
  post: {
    operationId: "checkouts.create",
    tags: ["checkouts"],
    summary: "Create a payment token",
    description: "Not idempotent: a request that is sent again makes a second token.",
    requestBody: {
      required: true,
      content: jsonOf(checkoutOf("CheckoutCreateParams"), EXAMPLES.newCheckout),
    },
    responses: {
      "2XX": {
        description: "The token, and the request replicated. The reference does not show the status.",
        content: jsonOf(checkoutOf("Checkout"), EXAMPLES.checkout),
      },
      "4XX": answer("CheckoutRefused"),
      ...SERVED,
    },
  },
};

const checkout: Schema = {
  parameters: [inPath("token", "Payment token."), apiVersion],
  get: {
    operationId: "checkouts.get",
    tags: ["checkouts"],
    summary: "Ask what became of a payment token",
    description: "Source: gateway documentation.",
    responses: {
      "200": {
        description: "The status of the token.",
        content: jsonOf(checkoutOf("CheckoutStatus"), EXAMPLES.status),
      },
      "404": answer("NotFound"),
      ...SERVED,
    },
  },
};

/** The endpoints, each on the server that has it. */
export const pathsOn = (base: Schema, checkoutHost: Schema): Schema => ({
  "/products": { servers: [base], ...products },
  "/products/{product_id}": { servers: [base], ...product },
  "/ctp/api/checkouts": { servers: [checkoutHost], ...checkouts },
  "/ctp/api/checkouts/{token}": { servers: [checkoutHost], ...checkout },
});
