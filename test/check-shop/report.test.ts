import { expect, test } from "vitest";
import { checkShop, Sandbox } from "../../src/sandbox/index.ts";
import { freshState } from "../support/fresh-state.ts";
import { openShop } from "./shops/right-shop.ts";

/** A right shop at a sandbox: what `checkShop` needs. */
const open = async () => {
  const sandbox = new Sandbox({ state: freshState });
  return { sandbox, ...(await openShop(sandbox)) };
};

test("only the named scenarios are played, after the first one", async () => {
  const played: string[] = [];
  const report = await checkShop({
    ...(await open()),
    only: ["no signature"],
    onResult: ({ name }) => played.push(name),
  });
  expect(played).toStrictEqual(["paid once", "no signature"]);
  expect(report.scenarios.map(({ name }) => name)).toStrictEqual(played);
  expect(String(report)).toMatch(
    /^passed {2}paid once\npassed {2}no signature\n\n2 passed, 0 failed, 0 skipped in [\d.]+ s$/,
  );
});

test("a shop that cannot place an order is told why, and nothing else is played", async () => {
  const sandbox = new Sandbox({ state: freshState });
  for (const [placeOrder, observed] of [
    [
      () => ({ orderId: "1", token: "of-another-gateway" }),
      "placeOrder gave a token that this sandbox did not make",
    ],
    [() => Object(null), "placeOrder gave no { orderId, token }"],
  ] as const) {
    const report = await checkShop({ sandbox, placeOrder, fulfilments: () => 0 });
    expect(report.passed).toBe(false);
    expect(report.scenarios).toMatchObject([{ name: "paid once", passed: false, observed }]);
  }
});

/** The text of a report, whatever its times. */
const timeless = (text: string): string =>
  text.replaceAll(/time="[\d.]+"/g, 'time="0"').replace(/[\d.]+ s$/, "0 s");

test("a failure says what was done, expected and observed, and what to change", async () => {
  const report = await checkShop({
    sandbox: new Sandbox({ state: freshState }),
    placeOrder: () => Promise.reject(new Error('The cart is <empty> & "closed"\u0007')),
    fulfilments: () => 0,
  });
  expect(timeless(String(report))).toBe(`FAILED  paid once
          did       An order was placed and paid by card, and the shop was notified once.
          expected  The order is fulfilled once.
          observed  placeOrder failed: The cart is <empty> & "closed"\u0007
          change    Look at the shop's log, or correct the placeOrder that was given to checkShop.

0 passed, 1 failed, 0 skipped in 0 s`);
  expect(timeless(report.toJUnit())).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="1" failures="1" errors="0" skipped="0" time="0">
  <testsuite name="checkShop" tests="1" failures="1" errors="0" skipped="0" time="0">
    <testcase classname="checkShop" name="paid once" time="0"><failure message="placeOrder failed: The cart is &lt;empty&gt; &amp; &quot;closed&quot;">An order was placed and paid by card, and the shop was notified once.
Expected: The order is fulfilled once.
Observed: placeOrder failed: The cart is &lt;empty&gt; &amp; &quot;closed&quot;
Change: Look at the shop's log, or correct the placeOrder that was given to checkShop.</failure></testcase>
  </testsuite>
</testsuites>
`);
});

test("a scenario whose function is not given is skipped, and says which", async () => {
  const without = { reconcile: undefined, refund: undefined, restart: undefined };
  const report = await checkShop({
    ...(await open()),
    ...without,
    only: ["job while the gateway is down", "refunded by the shop", "restart before the payment"],
  });
  expect(timeless(String(report))).toBe(`passed  paid once
skipped  refunded by the shop: checkShop was given no refund
skipped  job while the gateway is down: checkShop was given no reconcile
skipped  restart before the payment: checkShop was given no restart

1 passed, 0 failed, 3 skipped in 0 s`);
  expect(report.passed).toBe(true);
  expect(report.toJUnit()).toMatch(/ tests="4" failures="0" errors="0" skipped="3" /);
  expect(report.toJUnit()).toContain('<skipped message="checkShop was given no refund"/>');
});

test("what is worth a look in a scenario that passed is a note", async () => {
  const report = await checkShop({ ...(await open()), inReview: undefined, only: ["second payment"] });
  expect(String(report)).toMatch(
    /^passed {2}second payment\n {10}note {6}The second payment was answered 200 and /m,
  );
  expect(report.toJUnit()).toContain("<system-out>The second payment was answered 200 and ");
});

test("a shop that fulfils an order never, or twice, is told how often, and one that counts wrongly that it does", async () => {
  const shop = await open();
  for (const [count, observed] of [
    [0, "The order was not fulfilled within 0.3 s."],
    [2, "The order was fulfilled 2 times."],
    [Number.NaN, "fulfilments gave NaN"],
  ] as const) {
    const timeout = count === 0 ? 300 : 10_000;
    const options = { ...shop, reconcile: undefined, timeout, fulfilments: () => count };
    expect((await checkShop(options)).scenarios).toMatchObject([{ observed }]);
  }
});

test.each([
  [
    { only: ["notified twise"] },
    'checkShop: there is no scenario "notified twise": did you mean "notified twice"?',
  ],
  [{ fulfilments: undefined }, "checkShop: fulfilments must be a function"],
  [{ timeout: 0 }, "checkShop: timeout must be an integer, 1 or more"],
  [{ sandbox: {} }, "sandbox must be a Sandbox"],
])("a wrong option is refused in words", async (options, message) => {
  const all = { ...(await open()), ...options };
  await expect(Reflect.apply(checkShop, undefined, [all])).rejects.toThrow(message);
});
