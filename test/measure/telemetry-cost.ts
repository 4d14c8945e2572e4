/**
 * Prints the CPU time that the hooks add to a call, without and with an OpenTelemetry SDK, beside what stripe's telemetry
 * adds to a call of its client. Fails if they add 20 % without an SDK.
 */
import { execSync, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { context, propagation } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import { PaymentsClient } from "../../dist/index.js";
import { telemetryHooks } from "../../dist/opentelemetry/index.js";
import { median } from "./bench/table.ts";

const ROUNDS = 405;
const CALLS = 30;
const MAX_PERCENT = 10;

type Call = () => Promise<unknown>;

/** Microseconds of this process's CPU time per call. */
async function measure(call: Call): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < CALLS; count += 1) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

/** Prints what telemetry adds to a call, and returns it in percent. */
async function compare(name: string, plain: Call, observed: Call): Promise<number> {
  const added: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternating which one is first, as the second one runs on a warmer engine.
    const [first, second] = round % 2 === 0 ? [plain, observed] : [observed, plain];
    const a = await measure(first);
    const b = await measure(second);
    const [without, with_] = first === plain ? [a, b] : [b, a];
    if (round < 5) continue;
    costs.push(without);
    added.push(with_ - without);
  }
  const percent = (median(added) / median(costs)) * 100;
  const numbers = [median(costs).toFixed(0), median(added).toFixed(1), percent.toFixed(1)];
  console.log(
    `${name}: a call takes ${numbers[0]} µs of CPU time, telemetry adds ${numbers[1]} µs, ${numbers[2]} %`,
  );
  return percent;
}

/** Hooks with an SDK as in production: all spans in batches, contexts and propagation; only the exporters send nothing. */
function startSdk(): Parameters<typeof telemetryHooks>[0] {
  const exporter: SpanExporter = {
    export: (_spans, done) => done({ code: 0 }),
    shutdown: async () => undefined,
  };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const metrics = new InMemoryMetricExporter(AggregationTemporality.DELTA);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 2 ** 30 });
  const spanProcessors = [new BatchSpanProcessor({ exporter })];
  return {
    tracer: new TracerProvider({ spanProcessors }).getTracer("cost"),
    meter: new MeterProvider({ readers: [reader] }).getMeter("cost"),
  };
}

async function compareAll(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}`;
  const callsWith = (hooks: ReturnType<typeof telemetryHooks>): Call => {
    const options = { shopId: "1", secretKey: "key", baseUrl: url, checkoutUrl: url, hooks };
    const { products } = new PaymentsClient(options);
    return () => products.get("prd_7c1e04b29f3a5d68");
  };
  const { stripeAt } = await import("./bench/contenders.ts");
  const stripeWith = (telemetry: boolean): Call => {
    const stripe = stripeAt(port, undefined, telemetry);
    return () => stripe.rawRequest("POST", "/v2/products", { name: "Annual pass" });
  };
  await compare("stripe", stripeWith(false), stripeWith(true));
  const percent = await compare("payments-client, no SDK", callsWith({}), callsWith(telemetryHooks()));
  if (percent >= MAX_PERCENT) process.exitCode = 1;
  await compare("payments-client, OpenTelemetry SDK", callsWith({}), callsWith(telemetryHooks(startSdk())));
}

const peers = join(import.meta.dirname, "bench");
execSync("npm install --silent --no-audit --no-fund --no-package-lock", { cwd: peers, stdio: "inherit" });
// A separate process for the gateway, so that its CPU time is not measured.
const server = fork(join(peers, "server.ts"));
const [port] = await once(server, "message");
await compareAll(port);
server.kill();
process.exit();
