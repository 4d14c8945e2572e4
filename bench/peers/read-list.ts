/**
 * Reads one list, in a process that has only read small ones before. Prints the milliseconds of CPU of a read after the engine has
 * compiled the code, and the peak memory in megabytes of the first read.
 */
import { readFileSync } from "node:fs";
import { PaymentsClient } from "../../dist/index.js";
import product from "../../test/fixtures/product.json" with { type: "json" };
import { peakMemory } from "../../test/support/peak-memory.ts";

const [, , who = "", file = ""] = process.argv;

/** A body in chunks of 64 KiB, as from a socket. */
const streamed = (bytes: Uint8Array): ReadableStream => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.byteLength) return controller.close();
      controller.enqueue(bytes.subarray(at, at + 65_536));
      at += 65_536;
    },
  });
};

const clientOf = (bytes: Uint8Array): PaymentsClient =>
  new PaymentsClient({
    shopId: 4821,
    secretKey: "secret",
    baseUrl: "https://api.gateway.example",
    checkoutUrl: "https://checkout.gateway.example",
    maxResponseBytes: 1_000_000_000,
    fetch: async () => new Response(streamed(bytes)),
  });

const some = Array.from({ length: 300 }, (_, number) => ({ ...product, id: `prd_${number}` }));
const small = new TextEncoder().encode(JSON.stringify(some));
for (let warmUp = 0; warmUp < 50; warmUp += 1) await clientOf(small).products.list();

const text = who === "JSON.parse" ? readFileSync(file, "utf8") : "";
const bytes = text ? small : readFileSync(file);
const client = clientOf(bytes);
const reads: Record<string, () => unknown> = {
  "JSON.parse": () => JSON.parse(text),
  "response.json": () => new Response(streamed(bytes)).json(),
  "payments-client": () => client.products.list(),
};
const timed = async (): Promise<number> => {
  const before = process.cpuUsage();
  const products: unknown = await reads[who]?.();
  const { user, system } = process.cpuUsage(before);
  if (!Array.isArray(products) || products.length < 1000) throw new Error("The result must be the list");
  return (user + system) / 1000;
};

await timed();
const megabytes = peakMemory() / 1_000_000;
const times: number[] = [];
for (let again = 0; again < 5; again += 1) times.push(await timed());
times.sort((one, other) => one - other);
console.log(JSON.stringify([times[2], megabytes]));
