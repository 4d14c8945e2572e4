import { PaymentsClient } from "payments-client";
import { telemetryHooks } from "payments-client/opentelemetry";

export const runtime = "edge";
export const GET = async () =>
  Response.json(await new PaymentsClient({ hooks: telemetryHooks() }).products.list());
