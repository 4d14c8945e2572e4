import { describe, expect, test } from "vitest";
import { type ClientOptions, PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { completeCheckout, completeProduct } from "../models/complete-params.ts";
import { aCheckout, aCheckoutWithACart, aProduct, having } from "../models/params.ts";
import { byCredentials, post } from "../webhooks/notifications.ts";
import { problemsOf, requestProblems, responseProblems } from "./validate.ts";

const NONE = { sent: [], received: [] };

/** A client of a sandbox, and the differences of their requests and responses from the document. */
const watch = (
  options?: ClientOptions,
  sandbox = new Sandbox({ shopId: completeProduct.shop_id ?? undefined }),
) => {
  const { fetch, ...shop } = sandbox.clientOptions;
  const problems = { sent: [] as string[], received: [] as string[] };
  const statuses: number[] = [];
  const client = new PaymentsClient({
    ...shop,
    fetch: async (url, init) => {
      const { method = "GET", body } = init;
      const sent = typeof body === "string" ? body : null;
      const response = await fetch(url, init);
      const { status } = response;
      statuses.push(status);
      problems.sent.push(...requestProblems(method, url, sent));
      problems.received.push(...responseProblems(method, url, status, await response.clone().text()));
      return response;
    },
    ...options,
  });
  return { client, problems, statuses };
};

describe("requests and responses match the document", () => {
  test("for complete and for minimal requests", async () => {
    const { client, problems, statuses } = watch();
    for (const params of [completeProduct, aProduct]) {
      const { id } = await client.products.create(params);
      await client.products.update(id, params);
      await client.products.update(id, { amount: 1 });
      await client.products.get(id);
    }
    await client.products.list();
    for (const params of [completeCheckout, aCheckout, aCheckoutWithACart]) {
      const { token } = await client.checkouts.create(params);
      await client.checkouts.get(token);
    }
    const { token } = await client.checkouts.create(
      having(aCheckout, { "order.expired_at": new Date("2020-01-01T00:00:00Z") }),
    );
    await client.checkouts.get(token);
    expect(statuses.filter((status) => status >= 300)).toStrictEqual([]);
    expect(problems).toStrictEqual(NONE);
  });

  test("for captures, voids and refunds, in full and in parts", async () => {
    const sandbox = new Sandbox();
    const { client, problems, statuses } = watch({}, sandbox);
    const { token } = await client.checkouts.create(having(aCheckout, { transaction_type: "authorization" }));
    const { uid: parent_uid } = await sandbox.pay(token);
    const { uid } = await client.transactions.capture({
      parent_uid,
      amount: "10000",
      tracking_id: "capture-1",
      additional_data: { referer: "https://shop.example" },
    });
    await client.transactions.void({ parent_uid, amount: 2900n, tracking_id: null, additional_data: null });
    const refund = { parent_uid: uid, amount: 4000, reason: "Guide", duplicate_check: false };
    await client.transactions.refund(refund);
    const declined = { additional_data: { recipient: { expected_bank_code: "05" } } };
    await client.transactions.refund({ ...refund, ...declined });
    await client.transactions.get(uid);
    await client.transactions.findByTrackingId("capture-1");
    expect(statuses.filter((status) => status >= 300)).toStrictEqual([]);
    expect(problems).toStrictEqual(NONE);
  });

  test("for refused requests", async () => {
    const { client, problems, statuses } = watch({ validate: false });
    const unauthorized = watch({ secretKey: "another" });
    await Promise.allSettled([
      client.products.create(having(aProduct, { currency: "QQQ", name: "" })),
      client.products.update("prd_nothing", { amount: 1 }),
      client.products.get("prd_nothing"),
      client.checkouts.create(having(aCheckout, { "order.currency": "QQQ", "settings.fail_url": "nowhere" })),
      client.checkouts.get("nothing"),
      client.transactions.refund({ parent_uid: "nothing", amount: 0, reason: "" }),
      client.transactions.get("nothing"),
      unauthorized.client.products.list(),
      unauthorized.client.checkouts.create(aCheckout),
    ]);
    expect(statuses.toSorted()).toStrictEqual([404, 404, 404, 404, 422, 422, 422]);
    expect(unauthorized.statuses).toStrictEqual([401, 401]);
    expect([...problems.received, ...unauthorized.problems.received]).toStrictEqual([]);
  });
});

test.each([true, { message: "over the limit", friendlyMessage: "Please contact us" }] as const)(
  "the response to a payout verification matches the document: %j",
  async (decision) => {
    const handle = byCredentials.verificationHandler(() => decision);
    const response = await handle(post(JSON.stringify({ uid: "5b8f1f0e", amount: 12900, currency: "EUR" })));
    expect(problemsOf("PayoutDecision", await response.json())).toStrictEqual([]);
  },
);
