import { expect, test } from "vitest";
import { checkShop, Sandbox } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { openChangedShop } from "./open-changed-shop.ts";
import { openShop } from "./shops/with-sdk.ts";

/** A right shop at a sandbox: what `checkShop` needs. */
const open = async () => {
  const sandbox = new Sandbox({ state: freshState });
  return { sandbox, ...(await openShop(sandbox)) };
};

/** The text of a report, whatever its ids and times. */
const timeless = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "1001")
    .replaceAll(/in [\d.]+ s/g, "in 0 s")
    .replaceAll(/time="[\d.]+"/g, 'time="0"');

test("a failure is told step by step, with what to change and how to play it again", async () => {
  const sandbox = new Sandbox({ state: freshState });
  const functions = await openChangedShop(sandbox, [["isInReview: !isRight }", "isInReview: false }"]]);
  const report = await checkShop({ sandbox, ...functions, timeout: 500, seed: 7 });
  expect(report.passed).toBe(false);
  expect(timeless(String(report))).toMatch(
    /^FAILED {2}Every other payment is refunded whole, or waits for a person\.\n/,
  );
  const [failure] = report.failures;
  expect(report.failures).toHaveLength(1);
  expect(failure?.seed).toBe(7);
  const again = await checkShop({ sandbox, ...functions, timeout: 500, seed: 7, story: failure?.replay });
  expect(again.failures).toMatchObject([{ law: failure?.law, replay: failure?.replay }]);
});

test("a story alone is told in the report and in JUnit XML", async () => {
  const sandbox = new Sandbox({ state: freshState });
  const functions = await openChangedShop(sandbox, [["isInReview: !isRight }", "isInReview: false }"]]);
  const options = { sandbox, ...functions, restart: undefined, timeout: 300, seed: 7 };
  const report = await checkShop({ ...options, story: "second payment" });
  expect(timeless(String(report))).toBe(`FAILED  Every other payment is refunded whole, or waits for a person.
   1. order 1001 placed for €129.00
   2. paid
   3. notification of the payment answered 200
   4. the customer had begun twice, and paid the second token too; notification of the payment answered 200
 now:  2 payments at the gateway, fulfilled once, not refunded, in nobody's review
change: Mark an order as paid once, and keep the uid of a second payment: someone has to refund it. (Guide “Receive notifications”, section “Fulfil an order once”.)
 again: story "order, pay, deliver, pay again"

The search stopped there: what comes after may have the same cause.
Tried 1 story of 4 moves on 1 order in 0 s, with seed 7.
Left out: restarts, since checkShop was given no restart.
It proves nothing about stories that were not tried, about your prices, or about your own gateway: make a payment there before you go live.`);
  const xml = timeless(report.toJUnit());
  expect(xml).toContain(
    '<testsuite name="checkShop" tests="11" failures="1" errors="0" skipped="0" time="0">',
  );
  expect(xml).toContain(
    'name="Every other payment is refunded whole, or waits for a person."><failure message="2 payments at the gateway, fulfilled once, not refunded, in nobody\'s review">1. order 1001 placed for €129.00\n2. paid',
  );
  expect(xml).toContain("<system-out>Left out: restarts, since checkShop was given no restart</system-out>");
});

test("an order that stays lost is reported, although no story loses another", async () => {
  const { placeOrder, fulfilments, ...functions } = await open();
  const placed: string[] = [];
  const report = await checkShop({
    ...functions,
    placeOrder: async () => {
      const order = await placeOrder();
      placed.push(String(order.orderId));
      return order;
    },
    // As of a process that was killed while it worked on them.
    fulfilments: (id) => ([placed[9], placed[19]].includes(id) ? 0 : fulfilments(id)),
    timeout: 1500,
    budget: 5000,
  });
  expect(report.failures).toMatchObject([
    { law: "An order that was paid is fulfilled in the end, whatever got lost." },
  ]);
});

test("no story begins after the budget", async () => {
  const start = performance.now();
  const { tried } = await checkShop({ ...(await open()), budget: 1 });
  expect(performance.now() - start).toBeLessThan(20_000);
  expect(tried.stories).toBeLessThan(5);
});

test("a shop that cannot place an order is told why, and nothing else is played", async () => {
  const sandbox = new Sandbox({ state: freshState });
  for (const [placeOrder, observed] of [
    [
      () => ({ orderId: "1", token: "of-another-gateway" }),
      "placeOrder gave a token that this sandbox did not make",
    ],
    [() => Object(null), "placeOrder gave no { orderId, token }"],
    [
      () => Promise.reject(new Error('The cart is <empty> & "closed"\u0007')),
      "placeOrder failed: The cart is",
    ],
  ] as const) {
    const report = await checkShop({ sandbox, placeOrder, fulfilments: () => 0 });
    expect(report.failures).toMatchObject([{ observed: expect.stringContaining(observed), story: [] }]);
    expect(report.tried.stories).toBeLessThan(5);
  }
});

test("control characters of a shop's error are escaped", async () => {
  const report = await checkShop({
    sandbox: new Sandbox({ state: freshState }),
    placeOrder: () => Promise.reject(new Error('The cart is <empty> & "closed"\u0007\u001b[2J')),
    fulfilments: () => 0,
  });
  expect(String(report)).toContain('The cart is <empty> & "closed"\\u{7}\\u{1b}[2J');
  expect(report.toJUnit()).toContain("The cart is &lt;empty&gt; &amp; &quot;closed&quot;[2J");
});

test("what the shop has no function for is left out, and said", async () => {
  const { refund: _, renew: __, inReview: ___, ...shop } = await open();
  const { tried } = await checkShop({ ...shop, story: "order, pay, deliver, refund, renew, repeat" });
  expect(tried.moves).toBe(4);
  expect(tried.leftOut).toStrictEqual([
    "payments that fulfil nothing, which may be kept unnoticed, since checkShop was given no inReview",
    "refunds by the shop, since checkShop was given no refund",
    "renewals, since checkShop was given no renew",
  ]);
});

test("the shop is killed and started at each moment that a story says", async () => {
  let restarts = 0;
  const restart = () => {
    restarts += 1;
  };
  const shop = { ...(await open()), restart };
  const moments = ["restart", "restart after 10 ms", "restart after 40 ms", "restart after 160 ms"];
  await checkShop({ ...shop, story: ["order", ...moments].join(", ") });
  expect(restarts).toBe(moments.length);
});

test("a page that does not answer is left out", async () => {
  const { sandbox, ...shop } = await open();
  sandbox.deliverTo(async (request) => new Response(null, { status: request.method === "GET" ? 404 : 200 }));
  const { tried } = await checkShop({ sandbox, ...shop, story: "order, return, cancel" });
  expect(tried.leftOut).toStrictEqual([
    "pages of the shop: no page answers at settings.return_url or success_url",
    "pages of the shop: no page answers at settings.cancel_url",
  ]);
});

test("a shop that counts wrongly is told that it does", async () => {
  const report = await checkShop({ ...(await open()), fulfilments: () => Number.NaN, story: "paid once" });
  expect(report.failures).toMatchObject([
    {
      law: "The functions that were given to checkShop work.",
      observed: expect.stringContaining("fulfilments gave NaN"),
    },
  ]);
});

test.each([
  [
    { story: "order, pay, delivr" },
    'checkShop: there is no story and no move "delivr": did you mean "deliver"?',
  ],
  [
    { story: "notified twise" },
    'checkShop: there is no story and no move "notified twise": did you mean "notified twice"?',
  ],
  [{ story: "order, pay, job @505" }, 'checkShop: there is no fault "505": did you mean "503"?'],
  [{ fulfilments: undefined }, "checkShop: fulfilments must be a function"],
  [{ renew: 1 }, "checkShop: renew must be a function"],
  [{ timeout: 0 }, "checkShop: timeout must be an integer, 1 or more, in milliseconds"],
  [{ budget: 1.5 }, "checkShop: budget must be an integer, 1 or more, in milliseconds"],
  [{ seed: "1" }, "checkShop: seed must be an integer"],
  [{ sandbox: {} }, "sandbox must be a Sandbox"],
])("a wrong option is refused in words", async (options, message) => {
  const all = { ...(await open()), ...options };
  await expect(Reflect.apply(checkShop, undefined, [all])).rejects.toThrow(message);
});
