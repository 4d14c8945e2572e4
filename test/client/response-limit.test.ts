import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { ApiError, ServerError, UnexpectedResponseError, ValidationError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { rejection } from "./calls.ts";

const MEGABYTE = 1_048_576;

const bomb = JSON.stringify([{ id: "prd_1", name: "0".repeat(5 * MEGABYTE) }]);

test.each([
  ["gzip", gzipSync(bomb)],
  ["br", brotliCompressSync(bomb)],
])("counts the bytes of %s after decoding", async (encoding, compressed) => {
  expect(compressed.byteLength).toBeLessThan(MEGABYTE / 10);
  await using gateway = await startGateway((response) => {
    response.writeHead(200, { "content-encoding": encoding }).end(compressed);
  });
  const call = gateway.client({ maxResponseBytes: MEGABYTE }).products.list();
  const error = await rejection(call, UnexpectedResponseError);
  expect(error).toMatchObject({ response: { status: 200 }, operation: "products.list", safeToRetry: true });
  expect(error.message).toContain("maxResponseBytes");
  expect(gateway.requests).toHaveLength(1);
  expect(await gateway.client().products.list()).toHaveLength(1);
});

test("accepts a body of exactly the limit, in bytes, not characters", async () => {
  const body = '[{"id":"€€€"}]';
  const size = Buffer.byteLength(body);
  await using gateway = await startGateway({ status: 200, body });
  expect(await gateway.client({ maxResponseBytes: size }).products.list()).toHaveLength(1);
  await rejection(gateway.client({ maxResponseBytes: size - 1 }).products.list(), UnexpectedResponseError);
});

test("accepts 32 MiB by default, and no byte more", async () => {
  const bodyOf = (bytes: number): string => `[{"id":"${"0".repeat(bytes - 11)}"}]`;
  await using most = await startGateway({ status: 200, body: bodyOf(32 * MEGABYTE) });
  expect(await most.client().products.list()).toHaveLength(1);
  await using more = await startGateway({ status: 200, body: bodyOf(32 * MEGABYTE + 1) });
  await rejection(more.client().products.list(), UnexpectedResponseError);
});

test.each([
  [422, ValidationError],
  [500, ServerError],
] as const)("a %d with a body over the limit keeps its class", async (status, type) => {
  await using gateway = await startGateway({ status, body: bomb, headers: { "x-request-id": "r1" } });
  const call = gateway.client({ maxResponseBytes: 100, maxRetries: 0 }).products.list();
  const error = await rejection(call, type);
  expect(error).toMatchObject({ response: { status }, errors: {}, issues: [] });
  expect(error.response.headers.get("x-request-id")).toBe("r1");
});

test.each([422, 503])("a %d whose body breaks off keeps its status and what came", async (status) => {
  await using gateway = await startGateway((response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.write("{", () => response.socket?.destroy());
  });
  const error = await rejection(gateway.client({ maxRetries: 0 }).products.list(), ApiError);
  expect(error.response).toMatchObject({ status, body: "{" });
});

test("disconnects from a body that never ends", { timeout: 20_000 }, async () => {
  const closed = Promise.withResolvers<void>();
  await using gateway = await startGateway((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const fill = (): void => {
      while (!response.destroyed && response.write("0".repeat(0x4000)));
    };
    response.on("drain", fill).on("close", () => closed.resolve());
    fill();
  });
  const client = gateway.client({ maxResponseBytes: MEGABYTE });
  await rejection(client.products.list(), UnexpectedResponseError);
  await closed.promise;
  expect(gateway.requests).toHaveLength(1);
});
