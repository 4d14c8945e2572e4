/**
 * Hooks that make OpenTelemetry spans and metrics.
 *
 * @module payments-client/opentelemetry
 */

export { type TelemetryOptions, telemetryHooks } from "./telemetry/telemetry-hooks.ts";
