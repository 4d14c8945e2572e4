import { expect, test, vi } from "vitest";
import { ConfigurationError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { calls, rejection } from "./calls.ts";

const transactionCalls = calls.filter(({ operation }) => operation.startsWith("transactions."));

const posted = transactionCalls.filter(({ method }) => method === "POST");

test.each(transactionCalls)("$operation names the missing gatewayUrl", async ({ run, operation }) => {
  vi.stubEnv("PAYMENTS_GATEWAY_URL", undefined);
  await using gateway = await startGateway({ status: 200 });
  const error = await rejection(run(gateway.client({ gatewayUrl: undefined })), ConfigurationError);
  expect(error.message).toBe(`${operation} needs gatewayUrl (PAYMENTS_GATEWAY_URL)`);
  expect(gateway.requests).toStrictEqual([]);
});

test.each(posted)("$operation is sent once, and its error says where to look for it", async (call) => {
  await using gateway = await startGateway({ status: 500 }, (response) => response.destroy());
  for (const code of ["api", "connection"]) {
    const error: unknown = await call.run(gateway.client()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ operation: call.operation, code, safeToRetry: false });
    expect(String(error)).toContain("first look for its tracking_id with transactions.findByTrackingId");
  }
  expect(gateway.requests).toHaveLength(2);
});
