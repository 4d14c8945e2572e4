/** The advice of a report is about what was observed. Shops with one mistake, and the beginning of their advice. */
import { expect, test } from "vitest";
import { checkShop, Sandbox } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { type Change, openChangedShop } from "./open-changed-shop.ts";

const TAKES = 'if (notification.type === "transaction") await this.take(notification.transaction);';

const CASES: [what: string, story: string, advice: RegExp, ...changes: Change[]][] = [
  [
    "that sends no tracking_id",
    "order, pay, deliver",
    /^The token has no tracking_id, so no notification shows which order it pays\./,
    ['description: "Annual pass", tracking_id: id }', 'description: "Annual pass" }'],
  ],
  [
    "whose order has another amount than its token",
    "order, pay, deliver",
    /another amount, currency or id than its token, which has €129\.01 and the tracking_id \S+\. Send/,
    ["order: { ...price,", "order: { ...price, amount: price.amount + 1,"],
  ],
  [
    "that marks a notification as seen before its work, whatever the fault",
    "order, pay, deliver @503",
    /^The first try of the notification was answered 500, its repeat 200, and the order was never fulfilled\. Mark/,
    [
      TAKES,
      `const { uid } = Object(notification).transaction ?? {};
      if (this.sending.has(uid)) return new Response();
      this.sending.add(uid);
      await this.payments.transactions.get(uid);
      ${TAKES}`,
    ],
    [
      "const status = await this.payments.checkouts.get(token);",
      'if (token !== "") return;\n    const status = await this.payments.checkouts.get(token);',
    ],
  ],
  [
    "that answers 500",
    "order, pay, deliver",
    /^The output of your shop has the reason of the 500\. Search for [0-9a-f-]{36} or [0-9a-f-]{36}\. Answer 200 when/,
    [TAKES, 'throw new Error("no database");'],
    [
      "const status = await this.payments.checkouts.get(token);",
      'if (token !== "") return;\n    const status = await this.payments.checkouts.get(token);',
    ],
  ],
  [
    "that does nothing with the answer",
    "order, pay, job",
    /^Your shop asked, the gateway answered “successful”, and the order was not fulfilled\./,
    ["await this.take(status);", ""],
  ],
  [
    "that asks only once",
    "order, job, pay, job",
    /^Your shop did not ask for the paid token after the payment\. The last answer before was “error”\./,
    ['if (outcome(status) !== "paid") return;\n    await', "await"],
  ],
  [
    "that fails before it sends a refund",
    "order, pay, deliver, refund",
    /^Your shop rejected the refund and sent nothing to the gateway\. If the step does not show the reason, search the output of your shop for [0-9a-f-]{36} and [0-9a-f-]{36}\./,
    ["this.sending.add(request.id);", 'throw new Error("no table refunds");'],
  ],
];

test.concurrent("a run of the job without a call is shown", async () => {
  const sandbox = new Sandbox({ state: freshState });
  const shop = await openChangedShop(sandbox, [
    ['if (outcome(status) !== "paid") return;\n    await', "await"],
  ]);
  const report = await checkShop({ sandbox, ...shop, story: "order, job, pay, job", timeout: 500 });
  expect(String(report)).toMatch(/the job ran\n {8}GET [\s\S]*the job ran\n {8}no call about this order/);
});

test.concurrent.each(CASES)("a shop %s is told so", async (...row) => {
  const [, story, advice, ...changes] = row;
  const sandbox = new Sandbox({ state: freshState });
  const shop = await openChangedShop(sandbox, changes);
  const { failures, unfinished } = await checkShop({ sandbox, ...shop, story, timeout: 500 });
  expect(unfinished).toStrictEqual([]);
  expect(failures.map((failure) => failure.advice)).toStrictEqual([expect.stringMatching(advice)]);
});
