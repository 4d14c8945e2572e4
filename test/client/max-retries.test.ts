import { expect, test } from "vitest";
import { ServerError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { rejection } from "./calls.ts";

retryWithoutDelay();

test.each([
  { client: 0, call: undefined, sends: 1 },
  { client: 2, call: undefined, sends: 3 },
  { client: undefined, call: undefined, sends: 3 },
  { client: 2, call: 0, sends: 1 },
  { client: 0, call: 1, sends: 2 },
])(
  "maxRetries $client for the client, $call for the call: sent $sends times",
  async ({ client, call, sends }) => {
    await using gateway = await startGateway({ status: 503 });
    const run = gateway.client({ maxRetries: client }).products.list({ maxRetries: call });
    await rejection(run, ServerError);
    expect(gateway.requests).toHaveLength(sends);
  },
);
