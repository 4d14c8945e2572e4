import { expect, test } from "vitest";
import type { PaymentsClient } from "../../src/index.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { type Answer, startGateway } from "../support/gateway.ts";
import {
  loggedLeaksOf,
  privateAnswer,
  privateCheckout,
  privateHeaders,
  privateProduct,
} from "../support/leaks.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { startTelemetry } from "./telemetry.ts";

const ID = "prd_kim.weber@example.com";

retryWithoutDelay();

const calls: readonly [string, (client: PaymentsClient) => Promise<unknown>][] = [
  ["products.create", ({ products }) => products.create(privateProduct)],
  ["products.get", ({ products }) => products.get(ID)],
  ["checkouts.create", ({ checkouts }) => checkouts.create(privateCheckout)],
  ["checkouts.get", ({ checkouts }) => checkouts.get("token-of-kim.weber@example.com")],
];

const failing: Answer = { status: 500, body: privateAnswer, headers: privateHeaders };
const drifting: Answer = { status: 200, body: { ...product, id: ID, ...privateAnswer, amount: "x" } };
const losing: Answer = (response) => response.destroy();

test.each(calls)("measurements of %s contain no key, customer data or identifier", async (_, call) => {
  for (const answer of [failing, drifting, losing]) {
    await using gateway = await startGateway(answer);
    const { hooks, spans, histograms } = startTelemetry();
    const client = gateway.client({ hooks, headers: { "x-customer": "customer-90817" } });
    await call(client).catch(() => undefined);
    const shown = spans().map(({ name, ...span }) => [name, span.attributes, span.events, span.status]);
    expect(shown.length).toBeGreaterThan(1);
    const measured = await histograms();
    expect(loggedLeaksOf(shown)).toStrictEqual([]);
    expect(loggedLeaksOf(measured)).toStrictEqual([]);
    expect(JSON.stringify([shown, measured])).not.toMatch(/weber|customer-90817/);
  }
});
