import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type ClientOptions, PaymentsClient, UnexpectedResponseError } from "../../src/index.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { rejection } from "../transport/calls.ts";
import { always, head, writeEndlessly } from "./answers.ts";
import { productCalls } from "./observe.ts";
import { type Behaviour, type RawServer, startRawServer } from "./server.ts";

const MEBIBYTE = 1_048_576;

const reading = productCalls.filter(({ method }) => method !== "PUT");

const clientOf = ({ port, base }: RawServer, options: ClientOptions = {}): PaymentsClient => {
  const url = `http://127.0.0.1:${port}${base}`;
  return new PaymentsClient({
    shopId: SHOP_ID,
    secretKey: SECRET_KEY,
    baseUrl: url,
    checkoutUrl: url,
    ...options,
  });
};

/** The peak memory during an action above the memory before it, in MiB. */
async function memoryDuring(action: () => Promise<unknown>): Promise<number> {
  const inUse = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = inUse();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, inUse());
  }, 1);
  await action();
  clearInterval(timer);
  return (most - before) / MEBIBYTE;
}

/** A product with a body of this many bytes. */
const productOf = (bytes: number): string => {
  const [start, end] = ['{"id":"prd_1","note":"', '"}'];
  return start + "0".repeat(bytes - start.length - end.length) + end;
};

const endless: Behaviour = (socket) => {
  socket.write(head(200, { "transfer-encoding": "chunked" }));
  writeEndlessly(socket);
};

test.each(reading)("$operation accepts at most 32 MiB by default", async (call) => {
  await using most = await startRawServer({ serve: always(200, productOf(32 * MEBIBYTE)) });
  expect(await call.run(clientOf(most), {})).toMatchObject({ id: "prd_1" });
  await using more = await startRawServer({ serve: always(200, productOf(32 * MEBIBYTE + 1)) });
  const error = await rejection(call.run(clientOf(more), {}), UnexpectedResponseError);
  expect(error.message).toContain("maxResponseBytes");
  expect(error.body).toBe("");
});

test.each(productCalls)("$operation disconnects from a body that never ends", async (call) => {
  await using server = await startRawServer({ serve: endless });
  await call.run(clientOf(server, { maxResponseBytes: MEBIBYTE }), {}).catch(() => undefined);
  await server.idle();
  expect(server.requests).toHaveLength(1);
  // The rest was in the buffers of both sockets.
  expect(server.bytesWritten()).toBeLessThan(16 * MEBIBYTE);
});

test.each(productCalls)("$operation does not buffer a gigabyte sent as a megabyte of gzip", async (call) => {
  const part = gzipSync(Buffer.alloc(64 * MEBIBYTE, "0"), { level: 1 });
  const bomb = Buffer.concat(Array.from({ length: 16 }, () => part));
  await using server = await startRawServer({ serve: always(200, bomb, { "content-encoding": "gzip" }) });
  const client = clientOf(server);
  const memory = await memoryDuring(() => call.run(client, {}).catch(() => undefined));
  expect(memory).toBeLessThan(256);
});
