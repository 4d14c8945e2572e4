/** What gateways answer differently, as steps of a story. `wrong-shops/variants.ts` has the shops. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { VARIANTS as NAMES } from "../../src/check-shop/gateway/variants.ts";
import { FACT_NAMES, variantsOf } from "../../src/sandbox/gateway/variants.ts";
import { checkShop, Sandbox } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { openWrongShop } from "./open-changed-shop.ts";
import { VARIANTS } from "./wrong-shops/variants.ts";

beforeAll(() => {
  vi.stubEnv("PAYMENTS_UNDER_WAY", "2000");
});

afterAll(() => {
  vi.unstubAllEnvs();
});

const SHOWN = Object.entries(VARIANTS).flatMap(([name, shop]) =>
  Object.values(shop.breaks).flatMap((stories) => stories.map((story) => ({ name, shop, story }))),
);

test.concurrent.each(SHOWN)(
  "a shop that $name is found in $story, and not without the variant",
  async ({ shop, story }) => {
    const sandbox = new Sandbox({ state: freshState });
    const functions = await openWrongShop(sandbox, shop);
    const without = story.replace(/ \w+=\w+,/, "");
    const report = await checkShop({ sandbox, ...functions, story: without, timeout: 400 });
    expect(report.failures, String(report)).toStrictEqual([]);
  },
);

test("each variant has a shop that only this variant finds", () => {
  const shown = SHOWN.map(({ story }) => /\w+=\w+/.exec(story)?.[0]);
  const defaults = FACT_NAMES.map((fact) => `${fact}=${variantsOf(fact)[0]}`);
  expect([...NAMES.keys()].filter((name) => !shown.includes(name))).toStrictEqual(defaults);
});

test("the report says what the gateway answers from a step on, and what to change", async () => {
  const sandbox = new Sandbox({ state: freshState });
  const shop = VARIANTS["waits only for the notification of a pending token"];
  if (!shop) throw new Error("no such shop");
  const functions = await openWrongShop(sandbox, shop);
  const story = "freshToken=error, order, freshToken=pending, job, pay";
  const report = await checkShop({ sandbox, ...functions, story, timeout: 400 });
  const [failure] = report.failures;
  expect(failure?.story[2]).toBe('from here on, a token that no customer has opened is "pending"');
  expect(failure?.replay).toBe("order, freshToken=error, freshToken=pending, job, pay");
  expect(failure?.advice).toMatch(/^At some gateways, a token .*\. Ask for a token until its order is paid/);
  expect(String(report)).toContain('from here on, a token that no customer has opened is "pending"');
  await expect(checkShop({ sandbox, ...functions, story: "order, freshToken=pendng, pay" })).rejects.toThrow(
    'there is no variant "freshToken=pendng". Did you mean "freshToken=pending"?',
  );
});

test("a sandbox has its variants from the start of each story", async () => {
  const shop = VARIANTS["forgets a token without a status"];
  if (!shop) throw new Error("no such shop");
  const sandbox = new Sandbox({ state: freshState, variants: { freshToken: "none" } });
  const functions = await openWrongShop(sandbox, shop);
  const { failures } = await checkShop({ sandbox, ...functions, story: "order, job, pay", timeout: 400 });
  expect(failures.map(({ replay }) => replay)).toStrictEqual(["order, job, pay"]);
  expect([...NAMES.keys()]).toContain("freshToken=none");
});
