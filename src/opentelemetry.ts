/**
 * Hooks that make OpenTelemetry spans and metrics.
 *
 * @module payments-client/opentelemetry
 */

export type { Meter, Tracer } from "@opentelemetry/api";
export { type TelemetryOptions, telemetryHooks } from "./telemetry/telemetry-hooks.ts";
