import { expect, test } from "vitest";
import { checkShop, Sandbox } from "../../src/sandbox/index.ts";
import { openShop } from "./shops/right-shop.ts";

test("only the named scenarios are played, after the first one", async () => {
  const sandbox = new Sandbox();
  const played: string[] = [];
  const report = await checkShop({
    ...(await openShop(sandbox)),
    sandbox,
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
  const sandbox = new Sandbox();
  for (const [placeOrder, observed] of [
    [
      () => Promise.reject(new Error("The cart is <empty> & closed\u0007")),
      "placeOrder failed: The cart is <empty> & closed\u0007",
    ],
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

test("the report is JUnit XML, with names and messages escaped", async () => {
  const sandbox = new Sandbox();
  const report = await checkShop({
    sandbox,
    placeOrder: () => Promise.reject(new Error('The cart is <empty> & "closed"\u0007')),
    fulfilments: () => 0,
  });
  expect(report.toJUnit()).toMatch(
    /^<\?xml version="1.0" encoding="UTF-8"\?>\n<testsuites tests="1" failures="1" /,
  );
  expect(report.toJUnit()).toContain(
    '<failure message="placeOrder failed: The cart is &lt;empty&gt; &amp; &quot;closed&quot;">',
  );
});

test("a shop that counts wrongly is told so", async () => {
  const sandbox = new Sandbox();
  const shop = await openShop(sandbox);
  const report = await checkShop({ ...shop, sandbox, fulfilments: () => Number.NaN });
  expect(report.scenarios).toMatchObject([{ observed: "fulfilments gave NaN" }]);
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
  const sandbox = new Sandbox();
  const all = { ...(await openShop(sandbox)), sandbox, ...options };
  await expect(Reflect.apply(checkShop, undefined, [all])).rejects.toThrow(message);
});
