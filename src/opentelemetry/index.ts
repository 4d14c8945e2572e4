export { type TelemetryOptions, telemetryHooks } from "./telemetry-hooks.ts";
