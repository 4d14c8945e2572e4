/**
 * A payment gateway in memory, for tests and first steps.
 *
 * @module payments-client/sandbox
 */

export { checkShop } from "./check-shop/check-shop.ts";
export type { CheckShopOptions, InReview, PlacedOrder, ShopFunctions } from "./check-shop/options.ts";
export type { ShopFailure, ShopReport, ShopVerdict, Tried } from "./check-shop/verdict/report.ts";
export type { ActionResult } from "./sandbox/actions/action.ts";
export type { ActionName, ActionParams } from "./sandbox/actions/actions.ts";
export type {
  ChargeBackOptions,
  CustomerInput,
  PayByCard,
  PayByMethod,
  PayOptions,
} from "./sandbox/actions/payments.ts";
export type { OrderView } from "./sandbox/explain/order-model.ts";
export type { ApiCall, UndocumentedField } from "./sandbox/gateway/journal.ts";
export type {
  Deliver,
  Delivery,
  DeliveryAnswer,
  Disturbance,
  NoResponse,
} from "./sandbox/gateway/orders/order.ts";
export type { SandboxState } from "./sandbox/gateway/orders/store.ts";
export type { DisturbNextOptions, FailNextOptions } from "./sandbox/gateway/plans/plans.ts";
export type { Variants } from "./sandbox/gateway/variants.ts";
export { Sandbox } from "./sandbox/sandbox.ts";
export type {
  CompleteOptions,
  IdleOptions,
  SandboxClientOptions,
  SandboxFetchOptions,
  SandboxListenOptions,
  SandboxOptions,
  SandboxServer,
} from "./sandbox/sandbox-options.ts";
