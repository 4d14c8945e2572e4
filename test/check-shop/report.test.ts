import { expect, test } from "vitest";
import { LAWS } from "../../src/check-shop/laws/laws.ts";
import { checkShop, Sandbox } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { type Change, openChangedShop } from "./open-changed-shop.ts";
import { openShop } from "./shops/with-sdk.ts";
import { WRONG_SHOPS } from "./wrong-shops.ts";

/** A right shop at a sandbox: what `checkShop` needs. */
const open = async () => {
  const sandbox = new Sandbox({ state: freshState });
  return { sandbox, ...(await openShop(sandbox)) };
};

/** A shop that keeps no second payment for review. */
const openWrong = async (
  changes: readonly Change[] = [["isInReview: !isRight }", "isInReview: false }"]],
) => {
  const sandbox = new Sandbox({ state: freshState });
  return { sandbox, ...(await openChangedShop(sandbox, changes)) };
};

/** The text of a report, whatever its ids and times. */
const timeless = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "1001")
    .replaceAll(/[0-9a-f]{64}/g, "2002")
    .replaceAll(/in [\d.]+ s/g, "in 0 s")
    .replaceAll(/time="[\d.]+"/g, 'time="0"')
    .replaceAll(/Not tried: .*\. See/g, "Not tried: … See");

test.concurrent("one story is reported for a terminal and in JUnit XML", async () => {
  const shop = await openWrong();
  const options = { ...shop, restart: undefined, timeout: 300, seed: 7 };
  const report = await checkShop({ ...options, story: "order, pay, deliver, pay again" });
  expect(
    timeless(String(report)),
  ).toBe(`Not tried: … See “The functions” in node_modules/payments-client/docs/guides/prove-your-shop.md.
An order costs €129.00 and can be paid for 24 hours.

FAILED  Every other payment is refunded whole or in manual review.
   1. order 1001 placed for €129.00
   2. paid
   3. notification of the payment answered 200
        fulfillments: 1, inReview: none
   4. the customer paid a second token; notification of the payment answered 200
   5. the job ran
        GET /ctp/api/checkouts/2002: 200 successful
 now:   2 payments at the gateway, fulfilled once, none in manual review
 lost:  money
change: Store the uid of the payment that pays the order. Keep any other payment for manual review. See “Fulfill an order once” in node_modules/payments-client/docs/guides/receive-notifications.md.
 again: story "order, pay, deliver, pay again"

Tried 1 story with 4 moves on 1 order in 0 s, with seed 7.
This result is only about the stories that were played. It does not check your prices or your own gateway. Make a payment there before you go live.
FAILED  Fix the first finding and run again, because others may have the same cause.`);
  const xml = timeless(report.toJUnit());
  expect(xml).toContain(
    `<testsuite name="checkShop" tests="${LAWS.length + 1}" failures="1" errors="0" skipped="${report.tried.skipped.length}" time="0">`,
  );
  for (const [law, reason] of [
    ["Each renewal is charged once.", "No story tried it."],
    ["A canceled order is not fulfilled later, and its money goes back.", "checkShop has no cancel."],
  ])
    expect(xml).toContain(`name="${law}"><skipped message="${reason}"/>`);
  expect(xml).toContain(
    'name="Every other payment is refunded whole or in manual review."><failure message="2 payments at the gateway, fulfilled once, none in manual review">1. order 1001 placed for €129.00\n2. paid',
  );
  expect(xml).toMatch(/<system-out>Not tried: .*; restarts \(add restart\).*<\/system-out>/);
});

test.concurrent("a notification that was never posted is a step of the story", async () => {
  const options = { ...(await open()), reconcile: undefined, timeout: 300 };
  const { failures } = await checkShop({ ...options, story: "order, pay" });
  expect(failures[0]?.story.slice(1)).toStrictEqual(["paid", "the notification of the payment was lost"]);
});

test.concurrent("a break that does not happen again makes the run incomplete, and is described", async () => {
  const { placeOrder, fulfillments, ...functions } = await open();
  const placed: string[] = [];
  const report = await checkShop({
    ...functions,
    placeOrder: async () => {
      const order = await placeOrder();
      placed.push(String(order.orderId));
      return order;
    },
    // Like a process that was killed while it worked on it.
    fulfillments: (id) => (id === placed[0] ? 0 : fulfillments(id)),
    timeout: 500,
    budget: 20_000,
  });
  expect([report.verdict, report.passed, report.failures]).toStrictEqual(["incomplete", false, []]);
  const once = /the story ".*" broke the law “A paid order is fulfilled in the end\.” once, and not again/;
  expect(report.unfinished).toStrictEqual([expect.stringMatching(once)]);
  expect(report.seenOnce).toMatchObject([
    { law: "A paid order is fulfilled in the end.", isShortest: false },
  ]);
  const whole =
    /SEEN ONCE {2}A paid order.*\n {3}1\. order \S+ placed.*\n {3}2\. paid\n(?:.*\n)+change: .*\n again: story/;
  expect(String(report)).toMatch(whole);
  expect(report.toJUnit()).toMatch(whole);
  expect(String(report)).toMatch(/\nUnfinished: .*\. Play it alone, on a quieter machine\.\nINCOMPLETE .*$/);
  expect(report.toJUnit()).toContain('name="The run is complete."><error message="');
});

test.concurrent("a shop that forgets its orders is told so by a restart, not by the stories that it disturbed", {
  timeout: 240_000,
}, async () => {
  const { changes } = WRONG_SHOPS["forgets its orders in a restart"] ?? {};
  const shop = { ...(await openWrong(changes)), refund: undefined, renew: undefined };
  const { verdict, failures } = await checkShop({ ...shop, timeout: 1000, seed: 1 });
  expect(verdict).toBe("failed");
  for (const { replay } of failures) expect(replay).toContain("restart");
});

test.concurrent("a run whose budget is over is incomplete if first stories are left", async () => {
  const { verdict, unfinished, tried } = await checkShop({ ...(await open()), budget: 1 });
  expect([verdict, tried.stories]).toStrictEqual(["incomplete", 1]);
  expect(unfinished).toStrictEqual([
    expect.stringMatching(
      /^(\d+) of the \1 first stories were not played to their end, because the budget is over\. Give the run more time/,
    ),
  ]);
});

test("a budget is the time of the whole run, also if a function hangs", async () => {
  const { reconcile, ...shop } = await open();
  let count = 0;
  // The first story is played to its end.
  const hanging = () => (count++ === 0 ? reconcile?.() : new Promise(() => {}));
  const budget = 4000;
  const { verdict, tried } = await checkShop({ ...shop, reconcile: hanging, budget });
  expect(verdict).toBe("incomplete");
  expect(tried.durationMs).toBeGreaterThan(0.9 * budget);
  expect(tried.durationMs).toBeLessThan(1.1 * budget);
});

test("a budget is the time of the whole run, also if findings are left", async () => {
  const budget = 8000;
  // Each play of a story that breaks the law waits for this long.
  const { verdict, tried } = await checkShop({ ...(await openWrong()), timeout: 6000, budget });
  expect(["failed", "incomplete"]).toContain(verdict);
  expect(tried.durationMs).toBeGreaterThan(0.9 * budget);
  expect(tried.durationMs).toBeLessThan(1.1 * budget);
});

test.concurrent("a finding within another one is none of its own, and the everyday story is reported", async () => {
  const shop = await openWrong([
    ["isInReview: !isRight }", "isInReview: !isPaymentOf(order, payment) }"],
    ["parent_uid: uid,", "parent_uid: newest.get(orderId) ?? uid,"],
    ["if (!isRight) return;", "newest.set(order.id, uid);\n      if (!isRight) return;"],
    ["class Shop {", "const newest = new Map<string, string>();\n\nclass Shop {"],
  ]);
  const { sandbox, placeOrder, fulfillments, inReview, refund, reconcile } = shop;
  const functions = { sandbox, placeOrder, fulfillments, inReview, refund, reconcile };
  const { failures, tried } = await checkShop({ ...functions, timeout: 300, seed: 1 });
  expect(failures.map(({ law }) => law)).toStrictEqual([
    "Every other payment is refunded whole or in manual review.",
  ]);
  // Two payments of the same moment, and payments during a fault, break the same law.
  expect(failures[0]?.replay).toMatch(/^order, [a-z, ]+$/);
  expect(failures[0]?.replay).not.toMatch(/pay two/);
  expect(tried.skipped).toContainEqual({
    law: "A refund is made from the payment that pays the order.",
    reason: "It was broken only by stories that contain the story of another finding.",
  });
});

test.concurrent("a finding that there was no time to play again is not called a finding that did not repeat", async () => {
  const { fulfillments, ...shop } = await open();
  const twice = async (id: string) => 2 * Number(await fulfillments(id));
  const { verdict, seenOnce, unfinished } = await checkShop({ ...shop, fulfillments: twice, budget: 1 });
  expect([verdict, seenOnce]).toMatchObject(["incomplete", [{ law: "An order is fulfilled at most once." }]]);
  expect(unfinished).toStrictEqual([
    expect.stringMatching(/once, and there was no time to play it again .*\. Give the run more time/),
  ]);
});

test.concurrent("a finding is played again and shortened within the budget", async () => {
  const { fulfillments, ...shop } = await open();
  const twice = async (id: string) => 2 * Number(await fulfillments(id));
  const options = { ...shop, fulfillments: twice, timeout: 500 };
  const { verdict, failures } = await checkShop({ ...options, seed: 7, budget: 30_000 });
  const found = { replay: "order, pay", isShortest: true, seed: 7 };
  expect([verdict, failures]).toMatchObject(["failed", [found]]);
  const again = await checkShop({ ...options, story: failures[0]?.replay });
  expect(again.failures).toMatchObject([{ law: failures[0]?.law, replay: found.replay }]);
});

test.concurrent("a first order that cannot be placed, and a result of a wrong type, reject", async () => {
  const sandbox = new Sandbox({ state: freshState });
  const shop = await open();
  const failing = () => Promise.reject(new Error("The cart is empty"));
  for (const [functions, message] of [
    [
      { sandbox, placeOrder: () => ({ orderId: "1", token: "of-another-gateway" }) },
      "placeOrder returned a token that this local gateway did not create",
    ],
    [{ sandbox, placeOrder: () => Object(null) }, "placeOrder returned no { orderId, token }"],
    [{ sandbox, placeOrder: failing }, "placeOrder failed: The cart is empty"],
    [{ fulfillments: () => Number.NaN }, "fulfillments returned NaN"],
    [{ inReview: () => Object("none") }, "inReview returned none"],
  ] as const) {
    await expect(checkShop({ ...shop, ...functions })).rejects.toThrow(message);
  }
});

test.concurrent.each([
  ["placeOrder", "order, other"],
  ["fulfillments", "order, pay, deliver"],
] as const)("%s that fails is called again, and ends its story if it still fails", async (name, story) => {
  const shop = await open();
  let count = 0;
  /** Fails from the second call on, so many times. */
  const failing = (times: number) => ({
    ...shop,
    [name]: (id: string): unknown => {
      count += 1;
      if (count > 1 && count <= 1 + times) throw new Error("fetch failed");
      return Reflect.apply(shop[name], shop, [id]);
    },
    story,
  });
  expect((await checkShop(failing(1))).verdict).toBe("passed");
  count = 0;
  const { verdict, unfinished } = await checkShop(failing(Number.POSITIVE_INFINITY));
  expect([verdict, unfinished]).toStrictEqual([
    "incomplete",
    [`${name} failed: fetch failed, in the story "${story}"`],
  ]);
});

test.concurrent("a shop that uses the id of an order again is told so", async () => {
  const { placeOrder, ...shop } = await open();
  const ids: string[] = [];
  const again = async () => {
    const { orderId, token } = await placeOrder();
    ids.push(String(orderId));
    return { orderId: ids[0] ?? orderId, token };
  };
  const options = { ...shop, placeOrder: again };
  const { failures } = await checkShop({ ...options, story: "order, pay, other" });
  expect(failures).toMatchObject([
    {
      observed: expect.stringMatching(/^the id \S+ is used for a second order/),
      story: [expect.stringMatching(/^order \S+ placed/), "paid", "another order placed, with the same id"],
      replay: "order, other",
    },
  ]);
  ids.length = 0;
  const { failures: replayed } = await checkShop({ ...options, story: failures[0]?.replay });
  expect(replayed).toMatchObject([{ law: failures[0]?.law }]);
});

test.concurrent("two shops with the same functions, orders and seed get the same stories", async () => {
  const plans: (readonly string[])[] = [];
  for (const [file, changes] of [
    ["with-sdk", []],
    ["without-sdk", []],
    ["with-sdk", [["isInReview: !isRight }", "isInReview: false }"]]],
  ] as const) {
    const sandbox = new Sandbox({ state: freshState });
    const functions = await openChangedShop(sandbox, changes, { file, index: 0 });
    const { tried } = await checkShop({ sandbox, ...functions, seed: 3, budget: 1 });
    plans.push(tried.planned);
  }
  const [one = [], ...others] = plans;
  expect(one.length).toBeGreaterThan(50);
  expect(others).toStrictEqual([one, one]);
});

test.concurrent("control characters of a shop's error are escaped", async () => {
  const shop = {
    ...(await openWrong()),
    cancel: () => Promise.reject(new Error('The <cart> & "till"\u0007\u001b[2J')),
  };
  const story = "order, cancel order, pay, deliver, pay again";
  const report = await checkShop({ ...shop, story, timeout: 300 });
  expect(String(report)).toContain('The <cart> & "till"\\u{7}\\u{1b}[2J');
  expect(report.toJUnit()).toContain("The &lt;cart&gt; &amp; &quot;till&quot;[2J");
});

test.concurrent("the report warns of an order that is seldom meant", async () => {
  const amount: Change = ["amount: 12_900,", "amount: 1_290_000,"];
  const isTest: Change = ['transaction_type: "payment",', 'transaction_type: "payment", test: true,'];
  const expired: Change = [
    'description: "Annual pass", tracking_id: id }',
    'description: "Annual pass", tracking_id: id, expired_at: "2020-01-01T00:00:00Z" }',
  ];
  const noId: Change = [", tracking_id: id }", " }"];
  for (const [changes, order, ...warnings] of [
    [[], "An order costs €129.00 and can be paid for 24 hours."],
    [
      [amount],
      "An order costs €12,900.00 and can be paid for 24 hours.",
      /^€12,900.00 is more than 10000 units/,
    ],
    [[isTest], "An order costs €129.00 and can be paid for 24 hours.", /^The token has test: true/],
    [
      [expired],
      "An order costs €129.00 and can be paid for 0 minutes.",
      /^The token has expired when it is placed/,
    ],
    [[noId], "An order costs €129.00 and can be paid for 24 hours.", /^The token has no tracking_id/],
  ] as const) {
    const report = await checkShop({ ...(await openWrong(changes)), story: "order" });
    expect([report.tried.order, report.tried.warnings]).toStrictEqual([
      order,
      warnings.map((warning) => expect.stringMatching(warning)),
    ]);
    expect(String(report)).toContain(warnings.length > 0 ? `\n${order}\nWarning: ` : `\n${order}\n\n`);
  }
});

test.concurrent("stories that need a missing function are left out, and the report contains it", async () => {
  const { refund: _, renew: __, inReview: ___, ...shop } = await open();
  const { tried } = await checkShop({ ...shop, story: "order, pay, deliver, refund, renew, repeat" });
  expect(tried.moves).toBe(4);
  expect(tried.leftOut).toStrictEqual(
    expect.arrayContaining([
      "payments that pay no order and are lost (add inReview)",
      "refunds by the shop (add refund)",
      "renewals (add renew)",
      "cancellations of orders (add cancel)",
    ]),
  );
});

test.concurrent("a move of the given story that is not possible is left out", async () => {
  const { tried } = await checkShop({ ...(await open()), story: "order, pay, pay, deliver, settle" });
  expect(tried.leftOut.filter((text) => text.startsWith("the move"))).toStrictEqual([
    'the move "pay" (not possible in this story)',
    'the move "settle" (not possible in this story)',
  ]);
});

test.concurrent("the shop is killed and started at each moment that a story says", async () => {
  let restarts = 0;
  const restart = () => {
    restarts += 1;
  };
  const shop = { ...(await open()), restart };
  const moments = ["restart", "restart halfway", "restart while answering", "restart at answer"];
  const { tried } = await checkShop({ ...shop, story: ["order", ...moments].join(", ") });
  // The story alone, and then again side by side with itself, when one restart is enough for several stories. A busy machine
  // has time for a few.
  expect(restarts).toBeGreaterThanOrEqual(Math.min(2, tried.stories) * moments.length);
  expect(restarts).toBeLessThan(Math.max(4, tried.stories) * moments.length);
});

test.concurrent("a page is left out if it never answered, not after a single failure", async () => {
  const { sandbox, ...shop } = await open();
  sandbox.deliverTo(async (request) => new Response(null, { status: request.method === "GET" ? 404 : 200 }));
  const options = { sandbox, ...shop, cancel: () => undefined };
  const isPage = (what: string): boolean => what.startsWith("pages");
  const { tried } = await checkShop({ ...options, story: "order, return, cancel" });
  expect(tried.leftOut.filter(isPage)).toStrictEqual([
    "pages of the shop (none answers at settings.return_url or success_url)",
    "pages of the shop (none answers at settings.cancel_url)",
  ]);
  let count = 0;
  sandbox.deliverTo(async () => new Response(null, { status: count++ === 0 ? 404 : 200 }));
  const { tried: again } = await checkShop({ ...options, story: "order, return, return" });
  expect(again.leftOut.filter(isPage)).toStrictEqual([]);
});

test.concurrent.each([
  [{ story: "order, pay, delivr" }, 'checkShop: there is no move "delivr". Did you mean "deliver"?'],
  [{ story: "order, pay, job @505" }, 'checkShop: there is no fault "505". Did you mean "503"?'],
  [{ fulfilments: () => 0 }, "checkShop has no option fulfilments. Did you mean fulfillments?"],
  [{ fulfillments: undefined }, "checkShop: fulfillments must be a function"],
  [{ renew: 1 }, "checkShop: renew must be a function"],
  [{ timeout: 0 }, "checkShop: timeout must be an integer of milliseconds, 1 to 2147483647"],
  [{ timeout: 3_760_000_000 }, "checkShop: timeout must be an integer of milliseconds, 1 to 2147483647"],
  [{ budget: 1.5 }, "checkShop: budget must be an integer of milliseconds, 1 to 2147483647"],
  [{ seed: "1" }, "checkShop: seed must be an integer"],
  [{ sandbox: {} }, "sandbox must be a Sandbox"],
])("a wrong option is refused in words", async (options, message) => {
  const all = { ...(await open()), ...options };
  await expect(Reflect.apply(checkShop, undefined, [all])).rejects.toThrow(message);
});
