import { expect, test } from "vitest";
import old from "../../fixtures/old-sandbox-state.json" with { type: "json" };
import { freshState } from "../../support/fresh-state.ts";
import { openDashboard } from "../dashboard/open-dashboard.ts";

/** A sandbox with a state that was saved before transactions had a kind, and with it the stories that it showed then. */
const open = () => openDashboard({ state: JSON.parse(JSON.stringify({ ...freshState, ...old.state })) });

test("the orders of a state of an earlier version have the same stories", async () => {
  const { get } = await open();
  const { orders } = JSON.parse(await get("/sandbox/export/orders.json"));
  const stories: Record<string, unknown> = {};
  for (const { token, trackingId } of orders) {
    const { order, events } = JSON.parse(await get(`/sandbox/export/orders/${token}`));
    const texts = events.map(({ title, text }: Record<string, string>) =>
      text === "" ? title : `${title}: ${text}`,
    );
    stories[trackingId] = { outcome: order.outcome, shop: order.shop, events: texts };
  }
  expect(stories).toStrictEqual(old.stories);
});

test("bills, payments without a token and payments of tokens continue from a state of an earlier version", async () => {
  const { sandbox, payments, visit } = await open();
  const { token } = old.state.checkouts.find(({ fields }) => fields.order.tracking_id === "open-1") ?? {};
  expect(await sandbox.pay(token ?? "")).toMatchObject({
    status: "successful",
    additional_data: { vendor: { token } },
  });
  const standing = await payments.bills.get("100700000013");
  const paid = await sandbox.complete(standing.uid, { status: "successful" });
  expect(paid.uid).not.toBe(standing.uid);
  expect(await payments.bills.get("100700000013")).toStrictEqual(standing);
  const { uid } = await payments.bills.get("100700000012");
  expect((await visit(`/process/${uid}`)).status).toBe(200);
  expect(await sandbox.expire(uid)).toBe(true);
  const [month] = await payments.transactions.findByTrackingId("month-1");
  expect(month).toMatchObject({ type: "refund" });
  const more = { parent_uid: month?.parent_uid ?? "", amount: 100, reason: "Late" };
  expect(await payments.transactions.refund(more)).toMatchObject({ status: "successful" });
});
