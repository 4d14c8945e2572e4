import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Hooks, PaymentsClient } from "../../src/index.ts";
import { driftHooks } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";
import {
  loggedLeaksOf,
  privateAnswer,
  privateCheckout,
  privateHeaders,
  privateProduct,
} from "../support/leaks.ts";
import { expectNoOutput } from "../support/no-output.ts";
import { HOOKS } from "./construct.ts";

expectNoOutput();

beforeEach(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
});

/** Hooks that keep their events. */
const keepAll = (): { hooks: Hooks; events: [name: string, event: unknown][] } => {
  const events: [string, unknown][] = [];
  const keep = (name: keyof Hooks) => [name, (event: unknown) => events.push([name, event])];
  const drift = driftHooks((event) => events.push(["drift", event]));
  return { hooks: { ...Object.fromEntries(HOOKS.map(keep)), ...drift }, events };
};

/** A valid result with many drifted fields. */
const drifted = {
  ...product,
  ...privateAnswer,
  amount: privateAnswer.customer.email,
  quantity: { of: privateAnswer.customer },
  name: [privateAnswer.credit_card.token],
  checkout: {
    ...checkoutStatus.checkout,
    redirect_url: "https://checkout.gateway.example",
    order: { amount: privateAnswer.customer.phone, currency: [privateAnswer.customer.email] },
    customer: privateAnswer.customer.email,
    shop: privateAnswer.credit_card.number,
  },
};

const calls: readonly [string, (client: PaymentsClient) => Promise<unknown>][] = [
  ["products.create", ({ products }) => products.create(privateProduct)],
  ["checkouts.create", ({ checkouts }) => checkouts.create(privateCheckout)],
  ["checkouts.get", ({ checkouts }) => checkouts.get(drifted.checkout.token)],
];

describe.each(calls)("no private data is in hook events of %s", (_operation, run) => {
  test("for a retried, successful call with drift", async () => {
    await using gateway = await startGateway(
      {
        status: 429,
        body: { message: "later", ...privateAnswer },
        headers: { ...privateHeaders, "retry-after": "0" },
      },
      { status: 200, body: drifted, headers: privateHeaders },
    );
    const { events, hooks } = keepAll();
    await run(gateway.client({ hooks, headers: { "x-customer": "customer-90817" } }));
    const told = ["onRequest", "onResponse", "onRetry", "onRequest", "onResponse", "drift"];
    expect(events.map(([name]) => name).filter((name) => !name.startsWith("around"))).toStrictEqual(told);
    expect(events.flatMap(loggedLeaksOf)).toStrictEqual([]);
  });

  test("for a failed call", async () => {
    await using gateway = await startGateway({ status: 500, body: privateAnswer, headers: privateHeaders });
    const { events, hooks } = keepAll();
    await Promise.allSettled([run(gateway.client({ hooks, maxRetries: 1 }))]);
    expect(events.map(([name]) => name)).toContain("onError");
    expect(events.flatMap(loggedLeaksOf)).toStrictEqual([]);
  });
});
