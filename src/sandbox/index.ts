/**
 * A payment gateway in memory, for tests and first steps.
 *
 * @module payments-client/sandbox
 */

export { checkShop } from "../check-shop/check-shop.ts";
export type { ShopFailure, Tried } from "../check-shop/report/findings.ts";
export type { ShopReport } from "../check-shop/report/report.ts";
export type { CheckShopOptions, PlacedOrder, ShopFunctions } from "../check-shop/shop-functions.ts";
export type { Deliver } from "./gateway/deliveries/deliveries.ts";
export type { DisturbNextOptions } from "./gateway/deliveries/disturbances.ts";
export type { FailNextOptions } from "./gateway/failures.ts";
export type {
  CustomerInput,
  PayByCard,
  PayByMethod,
  PayOptions,
} from "./gateway/payments/pay-as-customer.ts";
export type { Delivery, DeliveryAnswer, Disturbance } from "./gateway/records/delivery.ts";
export type { SandboxState } from "./gateway/records/records.ts";
export type { ApiCall } from "./gateway/request-log.ts";
export type { UndocumentedField } from "./gateway/undocumented.ts";
export { Sandbox } from "./sandbox.ts";
export type {
  CompleteOptions,
  IdleOptions,
  SandboxClientOptions,
  SandboxFetchOptions,
  SandboxListenOptions,
  SandboxOptions,
  SandboxServer,
} from "./sandbox-options.ts";
