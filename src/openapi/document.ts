import type { Comment } from "./comments.ts";
import { createComponents } from "./components.ts";
import { errorComponents, errorResponses } from "./errors.ts";
import { pathsOn } from "./paths.ts";
import type { Schema } from "./schema.ts";
import { webhookComponents, webhooks } from "./webhooks.ts";

const host = (variable: string, description: string, example: string): Schema => ({
  url: `{${variable}}`,
  description,
  variables: { [variable]: { default: example, description: "Given to the merchant by the gateway." } },
});

const BASE = host("base_url", "Product endpoints.", "https://api.gateway.example");

const CHECKOUT = host("checkout_url", "Payment token endpoints.", "https://checkout.gateway.example");

const GATEWAY = host("gateway_url", "Transaction endpoints.", "https://gateway.example");

/** The OpenAPI document of the gateway, as this package speaks to it. */
export const createDocument = (version: string, comments: (type: string) => Comment): Schema => ({
  openapi: "3.1.0",
  info: {
    title: "Payment Products and Payment Token API",
    version,
    summary:
      "Products with payment links, payment tokens, transactions, and what the gateway posts to the merchant.",
    description:
      "Made from the models of payments-client, whose version this is. Amounts are integers, or their digits, in " +
      "minimal currency units: 3245 is 32.45. Fields that are not named here are allowed everywhere.",
    license: { name: "MIT", identifier: "MIT" },
  },
  servers: [BASE, CHECKOUT, GATEWAY],
  security: [{ shop: [] }],
  tags: [
    { name: "products", description: "Products: each has a payment link." },
    { name: "checkouts", description: "Payment tokens, for the payment widget and the hosted payment page." },
    { name: "transactions", description: "Transactions, and what follows them: captures, voids, refunds." },
    { name: "webhooks", description: "What the gateway posts to the merchant." },
  ],
  paths: pathsOn({ baseUrl: BASE, checkoutUrl: CHECKOUT, gatewayUrl: GATEWAY }),
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
