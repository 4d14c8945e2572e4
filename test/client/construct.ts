import { type ClientOptions, ConfigurationError, type Hooks, PaymentsClient } from "../../src/index.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { thrown } from "./calls.ts";

/** The environment variable of each option. */
export const VARIABLES = {
  gatewayUrl: "PAYMENTS_GATEWAY_URL",
  shopId: "PAYMENTS_SHOP_ID",
  secretKey: "PAYMENTS_SECRET_KEY",
  baseUrl: "PAYMENTS_BASE_URL",
  checkoutUrl: "PAYMENTS_CHECKOUT_URL",
} as const;

export const names = ["shopId", "secretKey", "baseUrl", "checkoutUrl"] as const;

/** The names of all hooks. */
export const HOOKS = [
  ...["aroundCall", "aroundAttempt", "onRequest", "onResponse", "onRetry", "onError"],
] as const satisfies (keyof Hooks)[];

/** Valid options. */
export const good = {
  shopId: SHOP_ID,
  secretKey: SECRET_KEY,
  baseUrl: "https://api.gateway.example",
  checkoutUrl: "https://checkout.gateway.example",
};

/** The constructor's error for missing or invalid options. */
export const refusalOf = (options: ClientOptions): ConfigurationError =>
  thrown(() => new PaymentsClient(options), ConfigurationError);
