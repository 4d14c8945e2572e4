/** Pays an order on one app process and two workers, and prints its trace: `npm run trace`. */
import { Cluster } from "./cluster.ts";
import { begin, order, shown } from "./customer.ts";
import type { PrintedSpan } from "./print-spans.ts";

const ATTRIBUTES = ["http.response.status_code", "payments.operation", "url.full"];

const childrenOf = (spans: readonly PrintedSpan[], parentId: string | undefined): PrintedSpan[] =>
  spans.filter((span) => span.parentId === parentId).sort((a, b) => a.start - b.start);

/** A line for each child span: start, duration, name and attributes. */
function linesOf(spans: readonly PrintedSpan[], parentId?: string, depth = 0): string[] {
  const began = Math.min(...spans.map(({ start }) => start));
  return childrenOf(spans, parentId).flatMap(({ span, spanId, start, end, attributes }) => {
    const at = `${(start - began).toFixed(0)} ms`.padStart(8);
    const took = `${(end - start).toFixed(1)} ms`.padStart(9);
    const facts = ATTRIBUTES.flatMap((name) => (name in attributes ? `${attributes[name]}` : []));
    return [
      `${at}${took}  ${"  ".repeat(depth)}${[span, ...facts].join("  ")}`,
      ...linesOf(spans, spanId, depth + 1),
    ];
  });
}

await using cluster = await Cluster.start({
  apps: 2,
  workers: 2,
  flags: ["--import", "./test/print-spans.ts"],
});
const id = await order(cluster, 2);
await cluster.sandbox.pay(await begin(cluster, id));
await shown(cluster, id, ({ code }) => code !== null);

const printed = cluster.programs.flatMap(({ program }) => program.log.filter((line) => line.startsWith("{")));
const spans: PrintedSpan[] = printed.map((line) => JSON.parse(line));
const traceId = spans.find(({ span }) => span === "POST /orders/:id/pay")?.traceId;
console.log(`   began     took  trace ${traceId}`);
console.log(linesOf(spans.filter((span) => span.traceId === traceId)).join("\n"));
