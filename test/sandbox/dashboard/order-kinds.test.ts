import { expect, test } from "vitest";
import { ORDER_KINDS, type OrderKindName } from "../../../src/sandbox/explain/order-kinds.ts";
import type { OrderView } from "../../../src/sandbox.ts";
import { recordsOf } from "../../support/saved-state.ts";
import { DECLINED } from "../open-gateway.ts";
import { HISTORIES, type Opened, pay, payout, verification_url } from "./histories.ts";
import { openDashboard } from "./open-dashboard.ts";

/** The state of a sandbox with another status in its transactions, as a later gateway may give it. */
const withStatus = async ({ sandbox }: Opened, status: string) => {
  const state = JSON.parse(JSON.stringify(await sandbox.state()));
  for (const { transaction } of recordsOf(state).transactions) transaction.status = status;
  return state;
};

/** The first line about an order, without the short token of another order. */
const firstLine = ({ says }: OrderView): string =>
  (says[0]?.text ?? [])
    .map((part) => (typeof part === "string" ? part : "text" in part ? part.text : part.at))
    .join("")
    .replaceAll("\u00a0", " ")
    .replace(/\b[\da-f]{8}\b/, "TOKEN");

test.each(HISTORIES.map((history) => [history[3], history] as const))(
  "an order has the state and the first line of what happened to it: %s",
  async (_, [outcome, says, make]) => {
    const opened = await openDashboard();
    const id = await make(opened);
    const { order }: { order: OrderView } = JSON.parse(await opened.get(`/sandbox/api/orders/${id}`));
    expect([order.outcome, firstLine(order)]).toStrictEqual([outcome, says]);
    // The page and the list print the same.
    const row = (await opened.rows(`/?q=${order.token}`))[0];
    expect(row).toMatchObject({
      Outcome: outcome,
      Notification: expect.stringContaining(order.notification.text),
    });
    const shown = (await opened.verdict(order.token)).replaceAll("\u00a0", " ").replaceAll("&#39;", "'");
    expect(shown.replace(/\b[\da-f]{8}\b/, "TOKEN")).toContain(says);
  },
);

test("the histories contain each kind of order that is not in saved states only", () => {
  const saved = Object.values(STATUSES).map(([kind]) => ORDER_KINDS[kind].word);
  const words = new Set([...HISTORIES.map(([outcome]) => outcome), ...saved]);
  expect([...words].toSorted()).toStrictEqual(
    Object.values(ORDER_KINDS)
      .map(({ word }) => word)
      .toSorted(),
  );
});

const STATUSES: Readonly<Record<string, readonly [OrderKindName, string]>> = {
  auto_created: [
    "auto_created",
    "€129.00 is not paid yet: the payment of a bill has begun, and its end is not known.",
  ],
  error: ["error", "€129.00 is not paid: the payment ended with an error."],
  "later status": ["unknown", "Not known: its transaction has the status later status"],
};

test("a status that is seen in saved states only, or that nobody knows, is never said to be paid", async () => {
  for (const [status, [kind, says]] of Object.entries(STATUSES)) {
    const made = await openDashboard();
    const { token } = await pay(made);
    const opened = await openDashboard({ state: await withStatus(made, status) });
    const shown = (await opened.rows(`/?q=${token}`))[0]?.["Outcome"];
    expect(shown).toBe(ORDER_KINDS[kind].word);
    expect(await opened.verdict(token)).toContain(says);
  }
});

test.each([
  ['{"status":"success"}', 200, "code is missing in its answer, and must be 0; uid is missing in its answer"],
  ['{"code":0,"uid":"other","amount":12900}', 200, 'uid is "other" in its answer, and must be'],
  ['{"code":0,"uid":"UID","amount":"12900"}', 200, 'amount is "12900" in its answer, and must be 12900'],
  ['{"code":1,"message":"Unknown recipient"}', 200, "it answered code 1: Unknown recipient; 0 accepts"],
  ["<html>", 200, "the body of its answer is not a JSON object"],
  ['{"code":0}', 500, "it answered 500, only 200 accepts"],
])("a payout that is refused for the answer %s, %i, says what is wrong", async (body, status, says) => {
  const deliver = async (request: Request) => {
    if (!request.url.endsWith("/verify")) return new Response("ok");
    const { uid } = JSON.parse(await request.text()).transaction;
    return new Response(body.replace("UID", uid), { status });
  };
  const opened = await openDashboard({ deliver });
  const { token } = await pay(opened, payout({ verification_url }));
  expect(await opened.verdict(token)).toContain(`paid out: the shop did not accept the payout: ${says}`);
  const asked = (await opened.events(token)).find(([title]) => title.startsWith("Asked the shop"));
  expect(asked?.[1]).toContain(`does not accept the payout: ${says}`);
  expect(await opened.story(token)).toMatch(/class="event bad"><div class="event-head"><h3>Asked the shop/);
});

test.each([
  [{ settings: { notifcation_url: "https://shop.example/notify" } }, "settings.notifcation_url"],
  [{ notification_url: "https://shop.example/notify" }, "checkout.notification_url"],
])("the sentence knows a notification_url that is misspelt or elsewhere: %j", async (more, sent) => {
  const opened = await openDashboard();
  const token = await opened.createToken("order-7", more);
  await opened.sandbox.pay(token);
  const says = `${sent}, which the gateway does not read. Send settings.notification_url.`;
  expect(await opened.verdict(token)).toContain(says);
  const restarted = await openDashboard({ state: await opened.sandbox.state() });
  expect(await restarted.verdict(token)).toContain(says);
});

test("a shop that was not notified, but asked for the status, is said to have got it", async () => {
  const opened = await openDashboard();
  const token = await opened.createToken("order-7");
  await opened.sandbox.pay(token);
  expect(await opened.verdict(token)).not.toContain("asked for the status at");
  await opened.payments.checkouts.get(token);
  expect(await opened.verdict(token)).toMatch(/But it asked for the status at .*, and got it\.$/);
});

test("a shop that asked before a chargeback or a refund did not get it, nor with an answer that lacks it", async () => {
  for (const type of ["chargeback", "refund"]) {
    const opened = await openDashboard();
    const token = await opened.createToken("order-7");
    const { uid } = await opened.sandbox.pay(token);
    await opened.payments.checkouts.get(token);
    await opened.post("follow-up", { uid, type, amount: "20.00" });
    await opened.payments.checkouts.get(token);
    expect(await opened.verdict(token)).not.toContain("asked for the status");
    const newest = recordsOf(await opened.sandbox.state()).transactions.at(-1);
    await opened.payments.transactions.get(newest?.transaction.uid ?? "");
    expect(await opened.verdict(token)).toMatch(/But it asked for the status at .*, and got it\.$/);
  }
});

test("the color of an order is not that of another state: held is not paid, and declined is not open", () => {
  const { paid, authorized, open, retry, partRefunded, partChargedBack } = ORDER_KINDS;
  expect([authorized.tone, retry.tone]).not.toContain(paid.tone);
  expect(retry.tone).not.toBe(open.tone);
  expect([partRefunded.word, partChargedBack.word]).toStrictEqual(["Part refunded", "Part charged back"]);
});

test("a notification that was lost was not posted, and after Send again it was posted once", async () => {
  const opened = await openDashboard();
  await opened.post("plan-notifications", { notification: "lost" });
  const { token } = await pay(opened);
  expect(await opened.story(token)).toContain(", not posted");
  await opened.post("notify-again", { notification: opened.sandbox.deliveries[0]?.id });
  expect(await opened.story(token)).toContain(", posted once");
});

test("a name with characters of another direction reads as what it is, on each page", async () => {
  const opened = await openDashboard();
  const token = await opened.createToken("abc\u202e123");
  for (const path of ["/", "/sandbox/log", `/sandbox/orders/${token}`]) {
    const html = await opened.get(path);
    expect(html).toContain(">abc\\u202e123");
    expect(html.replaceAll(/<[^>]*>/g, "")).not.toContain("\u202e");
  }
});

test("a notification that failed is named, and one of an earlier attempt explains nothing", async () => {
  let status = 500;
  const opened = await openDashboard({ deliver: async () => new Response("", { status }) });
  const { token } = await pay(opened, { attempts: 2 }, DECLINED);
  expect(await opened.verdict(token)).toContain("did not accept the notification (declined)");
  status = 200;
  const { uid } = await opened.sandbox.pay(token);
  expect(await opened.verdict(token)).toContain("The shop answered 200 to the notification (paid)");
  status = 500;
  await opened.post("follow-up", { uid, type: "refund", amount: "12.00" });
  expect(await opened.verdict(token)).toContain("did not accept the notification (refund €12.00)");
});
