/**
 * A payment gateway in memory, for tests and first steps.
 *
 * @module payments-client/sandbox
 */

export type { Deliver } from "./deliveries.ts";
export type { Delivery, DeliveryAnswer } from "./delivery.ts";
export type { FailNextOptions } from "./failures.ts";
export type { SandboxState } from "./kept.ts";
export type { PayOptions } from "./pay-as-customer.ts";
export type { SandboxClientOptions, SandboxListenOptions, SandboxOptions, SandboxServer } from "./sandbox.ts";
export { Sandbox } from "./sandbox.ts";
