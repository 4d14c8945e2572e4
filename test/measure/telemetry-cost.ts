/** Prints the CPU time that the hooks add to a call without an OpenTelemetry SDK, and fails at 5 %. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { PaymentsClient } from "../../dist/index.js";
import { telemetryHooks } from "../../dist/opentelemetry/index.js";
import product from "../fixtures/product.json" with { type: "json" };

const ROUNDS = 405;
const CALLS = 30;
const MOST_PERCENT = 5;

/** A separate process for the gateway, so that its CPU time is not measured. */
function serve(): void {
  const body = JSON.stringify(product);
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
  process.on("disconnect", () => process.exit());
}

/** Microseconds of this process's CPU time per call. */
async function measure({ products }: PaymentsClient): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < CALLS; call += 1) await products.get("prd_1");
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CALLS;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function compare(url: string): Promise<void> {
  const options = { shopId: "1", secretKey: "key", baseUrl: url, checkoutUrl: url };
  const plain = new PaymentsClient(options);
  const hooked = new PaymentsClient({ ...options, hooks: telemetryHooks() });
  const added: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // Alternating which one is first, as the second one runs on a warmer engine.
    const [first, second] = round % 2 === 0 ? [plain, hooked] : [hooked, plain];
    const a = await measure(first);
    const b = await measure(second);
    const [without, with_] = first === plain ? [a, b] : [b, a];
    if (round < 5) continue;
    costs.push(without);
    added.push(with_ - without);
  }
  const percent = (median(added) / median(costs)) * 100;
  console.log(
    `a call takes ${median(costs).toFixed(0)} µs of CPU time, the hooks add ${median(added).toFixed(1)} µs: ${percent.toFixed(1)} %`,
  );
  if (percent >= MOST_PERCENT) process.exitCode = 1;
}

if (process.send) serve();
else {
  const server = fork(import.meta.filename);
  const [{ port }] = await once(server, "message");
  await compare(`http://127.0.0.1:${port}`);
  server.disconnect();
}
