import type { ApiOperation } from "../api/operations.ts";
import type { Comment } from "./comments.ts";
import { createComponents } from "./components.ts";
import { errorComponents, errorResponses } from "./errors.ts";
import { pathsOn } from "./operations.ts";
import type { Schema } from "./schema.ts";
import { webhookComponents, webhooks } from "./webhooks.ts";

const host = (variable: string, description: string, example: string): Schema => ({
  url: `{${variable}}`,
  description: `${description} The gateway assigns the address to the merchant.`,
  // No description of the variable, because swagger-parser refuses it. Its schema has a typing mistake.
  variables: { [variable]: { default: example } },
});

const BASE = host("base_url", "Product endpoints.", "https://api.gateway.example");

const CHECKOUT = host("checkout_url", "Payment token endpoints.", "https://checkout.gateway.example");

const GATEWAY = host("gateway_url", "Transaction endpoints.", "https://gateway.example");

const BESIDE_THE_REFERENCE =
  "The API reference does not show their fields. Their source is the gateway documentation.";

/** A group of operations without a description does not compile. */
const TAGS: Readonly<
  Record<(ApiOperation extends `${infer Group}.${string}` ? Group : never) | "webhooks", string>
> = {
  products: "Products, each with a payment link.",
  checkouts: "Payment tokens, for the payment widget and the hosted payment page.",
  transactions: `Transactions, with captures, voids and refunds. ${BESIDE_THE_REFERENCE}`,
  bills: `Bills, which the customer pays in a bank or at a terminal. ${BESIDE_THE_REFERENCE}`,
  webhooks: `Requests that the gateway sends to the merchant. ${BESIDE_THE_REFERENCE}`,
};

export const createDocument = (version: string, comments: (type: string) => Comment): Schema => ({
  openapi: "3.1.0",
  info: {
    title: "Payment Products and Payment Token API",
    version,
    summary:
      "Products with payment links, payment tokens, transactions, and the webhooks that the gateway sends.",
    description:
      "Generated from the models of payments-client, with the version of the package. Amounts are integers, or strings " +
      "of digits, in minor units: 3245 is 32.45. Additional fields are allowed in every object.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [BASE, CHECKOUT, GATEWAY],
  security: [{ shop: [] }],
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
  paths: pathsOn(
    { baseUrl: BASE, checkoutUrl: CHECKOUT, gatewayUrl: GATEWAY },
    comments("OPERATIONS").fields,
  ),
  webhooks,
  components: {
    securitySchemes: {
      shop: {
        type: "http",
        scheme: "basic",
        description: "User name: the shop identifier. Password: the shop's secret key.",
      },
    },
    responses: errorResponses,
    schemas: { ...createComponents(comments), ...errorComponents, ...webhookComponents },
  },
});
