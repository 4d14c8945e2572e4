import { expect, test } from "vitest";
import type { OrderView, SandboxOptions } from "../../../src/sandbox.ts";
import { LIBRARY_BILL } from "../library-bill.ts";
import { DECLINED } from "../open-gateway.ts";
import { textOf } from "../text-of.ts";
import { ORIGIN, openDashboard, product, settings } from "./open-dashboard.ts";

const SECRET = "s3cret-key-of-the-shop";
const HOSTILE = `"><script>alert(1)</script><img src=x onerror=alert(1)>`;

/** A dashboard, and an order that is paid while the shop answers as given. */
async function paid(deliver: SandboxOptions["deliver"], more = {}) {
  const opened = await openDashboard({ deliver, secretKey: SECRET });
  const token = await opened.createToken("order-7", { settings, ...more });
  const { uid } = await opened.sandbox.pay(token);
  return { ...opened, token, uid };
}

const answer =
  (status: number, body = "") =>
  async () =>
    new Response(body, { status });

test("a story begins with the API call, and tells attempts, 3-D Secure, notifications, refunds and status requests", async () => {
  const { sandbox, payments, createToken, events } = await openDashboard();
  const token = await createToken("order-7", { settings, attempts: 2 });
  await sandbox.pay(token, { card: DECLINED });
  const { uid } = await sandbox.pay(token, { card: "4012000000001097" });
  await payments.checkouts.get(token);
  await payments.transactions.refund({ parent_uid: uid, amount: 1200, reason: "Broken" });
  await payments.transactions.refund({ parent_uid: uid, amount: 99_900, reason: "R" }).catch(() => undefined);
  await sandbox.idle();
  const order = (await events(token)).map(([title]) => title);
  expect(order.slice(0, 2)).toStrictEqual(["The API call that made the token", "Attempt 1"]);
  expect((await events(token)).toSorted()).toStrictEqual(
    [
      ["The API call that made the token", "Answered 201"],
      ["Attempt 1", "Visa …0019, €129.00"],
      ["Declined", "Payment was declined"],
      ["Notification: declined", "The shop answered 200."],
      ["Attempt 2", "Visa …1097, €129.00"],
      ["3-D Secure", "The customer is authenticated"],
      ["Paid", "€129.00"],
      ["Notification: paid", "The shop answered 200."],
      ["API call checkouts.get", "Answered 200"],
      ["API call transactions.refund", "Answered 200"],
      ["Refunded", "€12.00"],
      ["Notification: refund €12.00", "The shop answered 200."],
      ["API call transactions.refund", "Answered 422"],
    ].toSorted(),
  );
});

test("a notification is shown with every answer in full, the next repeat, and without credentials", async () => {
  let status = 503;
  const { sandbox, story, token, post } = await paid(async () => new Response("not now", { status }));
  const [delivery] = sandbox.deliveries;
  const html = await story(token);
  for (const text of [
    "https://shop.example/notify",
    ">503<",
    "not now",
    `<time datetime="${delivery?.nextAttemptAt}">`,
    "Authorization: Basic ••••••••",
    `Content-Signature: ${delivery?.signature}`,
  ])
    expect(html).toContain(text);
  expect(html).not.toContain(btoa(`4821:${SECRET}`));
  expect(html).not.toContain(SECRET);
  status = 200;
  await post("notify-again", { notification: delivery?.id ?? "" });
  const after = await story(token);
  expect(after).toContain("posted 2 times");
  expect(after).toMatch(/Answer 1 <span class="state bad">503<.*Answer 2 <span class="state good">200</s);
  expect(after).not.toContain("next attempt");
});

test.each([
  [answer(401), "Most often it verifies with another public key, shop id or secret key"],
  [answer(404), "Most often it has no handler there"],
  [answer(500), "The shop answered 500. Most often its handler failed"],
  [answer(302), "Redirects are not followed"],
  [answer(201), "Only 200 counts"],
  [answer(422), "The shop refused the content of the notification"],
  [() => Promise.reject(new Error("fetch failed", { cause: new Error("ECONNREFUSED") })), "Start the shop"],
  [() => Promise.reject(new DOMException("aborted: timeout", "TimeoutError")), "Answer within 30 seconds"],
  [() => Promise.reject(new Error("no route")), "The shop did not answer (no route)"],
])(
  "the first sentence says why a paid order is not marked paid, and what to do: %#",
  async (deliver, text) => {
    const { verdict, token } = await paid(deliver);
    const said = await verdict(token);
    expect(said).toContain(text);
    expect(said).toMatch(/It is posted again at .*\. Send again$/);
  },
);

test("ids, records and calls can be copied; a call as cURL has no secret in it", async () => {
  const { story, token, uid, payments } = await paid(answer(200));
  await payments.transactions.refund({ parent_uid: uid, amount: 100, reason: "It's broken" });
  const html = await story(token);
  for (const text of [`data-copy="${token}"`, `data-copy="${uid}"`, 'data-copy="order-7"'])
    expect(html).toContain(text);
  const copies = [...html.matchAll(/data-copy="([^"]*)"/g)].map(([, text = ""]) =>
    text.replaceAll("&quot;", '"').replaceAll("&#39;", "'"),
  );
  expect(
    copies.filter((text) => text.includes(`"uid": "${uid}"`)).map((text) => JSON.parse(text)),
  ).not.toHaveLength(0);
  const curl = copies.find((text) => text.includes("transactions/refunds"));
  expect(curl).toContain(`curl -X POST ${ORIGIN}/transactions/refunds`);
  expect(curl).toContain('-u "$PAYMENTS_SHOP_ID:$PAYMENTS_SECRET_KEY"');
  expect(curl).toContain("It'\\''s broken");
  expect(html).not.toContain(SECRET);
});

test("texts of merchants, customers and servers are escaped, and link only to http and https addresses", async () => {
  const { sandbox, payments, get, createToken } = await openDashboard({
    deliver: async () => new Response(HOSTILE, { status: 500 }),
  });
  const order = { amount: 12_900, currency: "EUR", description: HOSTILE, tracking_id: HOSTILE };
  await payments.products.create({ ...product, name: HOSTILE, description: HOSTILE });
  const token = await createToken("", {
    order,
    settings: { notification_url: "https://shop.example/?<script>" },
  });
  await sandbox.pay(token);
  const state = JSON.stringify(await sandbox.state()).replaceAll(
    "https://shop.example/?<script>",
    "javascript:alert(1)",
  );
  const reopened = await openDashboard({ state: JSON.parse(state) });
  for (const path of ["/", "/sandbox/products", "/sandbox/log", `/sandbox/orders/${token}`])
    for (const html of [await get(path), await reopened.get(path)]) {
      expect(html.match(/<script/g)).toHaveLength(1);
      expect(html).not.toContain("<img src=x");
      for (const [, address] of html.matchAll(/ (?:href|src|action)="([^"]*)"/g))
        expect(address).toMatch(/^(https?:\/\/|#|\/(?!\/)|data:image)/);
    }
});

test("an order of the dashboard without a shop is simply paid, and an order of a shop is warned", async () => {
  const { sandbox, post, get, story, events, createToken } = await openDashboard();
  const fields = { amount: "28.60", currency: "EUR", description: "Coffee" };
  const { token } = Object(await (await post("create-order", fields)).json()).order;
  await sandbox.pay(token);
  expect(await story(token)).toMatch(
    /<div id="verdict" class="good"><div>Paid €28\.60\.<\/div><div class="hint">The order has no notification_url, so no shop was notified\.<\/div><\/div>/,
  );
  expect((await events(token))[0]).toStrictEqual(["Created", "On the dashboard"]);
  const file = JSON.parse(await get(`/sandbox/api/orders/${token}`));
  const { tone, says }: OrderView = file.order;
  expect([tone, says.map(({ text }) => text)]).toStrictEqual([
    "good",
    [["Paid €28.60."], ["The order has no notification_url, so no shop was notified."]],
  ]);
  const ofShop = await createToken("order-7");
  await sandbox.pay(ofShop);
  expect(await story(ofShop)).toContain('<div id="verdict" class="wait">');
  const reopened = await openDashboard({ state: await sandbox.state() });
  expect((await reopened.events(token))[0]).toStrictEqual(["Created", "On the dashboard"]);
  expect((await reopened.events(ofShop))[0]).toStrictEqual(["Created", "By an API call before a restart"]);
});

test("only the newest notification of an order shows its forms to send it again", async () => {
  const { sandbox, payments, token, uid, story } = await paid(answer(200));
  await payments.transactions.refund({ parent_uid: uid, amount: 1200, reason: "Broken" });
  await sandbox.idle();
  const states = [...(await story(token)).matchAll(/<details id="again-[^"]*"([^>]*)>/g)].map(
    ([, open]) => open,
  );
  expect(states).toStrictEqual(["", ' open=""']);
});

test("what was planned is said in the first sentence and in the log, without the name of a function", async () => {
  const { sandbox, createToken, verdict, story, get } = await openDashboard();
  let shown = "";
  for (const [notification, text] of [
    ["lost", "The notification (paid) was lost, as planned"],
    ["wrong_amount", "was sent with a wrong amount, as planned"],
    ["late", "The notification (paid) is late, as planned on the page Failures. It is posted at "],
  ] as const) {
    sandbox.disturbNext({ notification, delayMs: 60_000 });
    const token = await createToken(notification, { settings });
    await sandbox.pay(token);
    expect(await verdict(token)).toContain(text);
    shown += await story(token);
  }
  sandbox.failNext({ status: 503 });
  await expect(createToken("order-8")).rejects.toThrow("503");
  shown += await get("/sandbox/log");
  expect(shown).toContain("The notification was lost, as planned.");
  expect(shown).toContain("Failed with 503, as planned");
  expect(shown).not.toMatch(/disturbNext|failNext/);
});

test("an order shows the language that it asked for", async () => {
  const { createToken, story } = await openDashboard();
  const html = await story(await createToken("order-7", { settings: { language: "sv" } }));
  const shown = textOf(/<dt>language<\/dt>\s*<dd[^>]*>(.*?)<\/dd>/s.exec(html)?.[1] ?? "");
  expect(shown).toBe("sv: the page of the local gateway is in English");
});

test("a permanent bill begins as a bill, and counts its payments as attempts", async () => {
  const { sandbox, payments, events } = await openDashboard();
  const { uid } = await payments.bills.create({ ...LIBRARY_BILL, permanent: true });
  for (const status of ["failed", "successful"] as const) await sandbox.complete(uid, { status });
  const titles = (await events(uid)).map(([title]) => title);
  expect(titles.filter((title) => /^(?:The API|Created|Bill|Attempt)/.test(title ?? ""))).toStrictEqual([
    "The API call that made the bill",
    "Bill",
    "Attempt 1",
    "Attempt 2",
  ]);
});

test("a bill that a newer bill replaced says so, and links to it, also after a restart", async () => {
  const opened = await openDashboard();
  const { sandbox, payments } = opened;
  const old = await payments.bills.create(LIBRARY_BILL);
  const { uid } = await payments.bills.create({ ...LIBRARY_BILL, order_id: "13" });
  const state = JSON.parse(JSON.stringify(await sandbox.state()));
  for (const { verdict, story, events } of [opened, await openDashboard({ state })]) {
    expect(await verdict(old.uid)).toContain("paid: replaced by bill 13, which has the same account number.");
    expect(await story(old.uid)).toContain(`<a href="/sandbox/orders/${uid}">13</a>`);
    expect(await events(old.uid)).toContainEqual([
      "Expired",
      expect.stringMatching(/^Replaced by bill 13, /),
    ]);
    expect(await verdict(uid)).not.toContain("replaced");
  }
});
