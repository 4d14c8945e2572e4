import { EXAMPLES } from "./examples.ts";
import { answer, jsonOf, type OperationNotes, refTo, SERVED } from "./schema.ts";

export const productOperations = {
  "products.create": {
    summary: "Create a product",
    description: "Not idempotent: sending the request again creates a second product.",
    requestBody: { required: true, content: jsonOf(refTo("ProductCreateParams"), EXAMPLES.newProduct) },
    responses: {
      "201": { description: "The product.", content: jsonOf(refTo("Product"), EXAMPLES.product) },
      "422": answer("ProductRefused"),
      ...SERVED,
    },
  },
  "products.list": {
    summary: "List all products of the shop",
    description: "The reference shows no filters and no pagination.",
    responses: {
      "200": {
        description: "The products.",
        content: jsonOf({ type: "array", items: refTo("Product") }, EXAMPLES.products),
      },
      ...SERVED,
    },
  },
  "products.get": {
    summary: "Read a product",
    description: "The identifier is that of a product that the shop created.",
    responses: {
      "200": { description: "The product.", content: jsonOf(refTo("Product"), EXAMPLES.product) },
      "404": answer("NotFound"),
      ...SERVED,
    },
  },
  "products.update": {
    summary: "Change fields of a product",
    description:
      "Fields that are left out keep their values. The changed product must satisfy the rules of a new one.",
    requestBody: { required: true, content: jsonOf(refTo("ProductUpdateParams"), EXAMPLES.changes) },
    responses: {
      "204": { description: "Changed. The body is empty." },
      "404": answer("UnknownUpdate"),
      "422": answer("UpdateRefused"),
      ...SERVED,
    },
  },
} satisfies Readonly<Record<string, OperationNotes>>;
