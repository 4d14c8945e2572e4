/** In this folder: the dashboard of the local gateway, as HTML and without a browser. */

import { expect, test } from "vitest";
import { recordsOf } from "../../support/saved-state.ts";
import { stopTime } from "../../support/stop-time.ts";
import { DECLINED } from "../open-gateway.ts";
import { textOf } from "../text-of.ts";
import { erip, openDashboard, product, settings } from "./open-dashboard.ts";

const FAILURES = "/sandbox/failures";

const expectRefused = async (response: Response, why: string, status = 409): Promise<void> => {
  const { message } = Object(await response.json());
  expect([response.status, message]).toStrictEqual([status, expect.stringContaining(why)]);
};

/** The plans that the page Failures lists. */
const plansIn = (html: string): string[] =>
  [...html.matchAll(/<li id="\w+-plan-\d+".*?<span>(.*?)<button/gs)].map(([, line = ""]) => textOf(line));

/** The value of an option with parameters. */
const optionOf = (params: object): string => `value="${JSON.stringify(params).replaceAll('"', "&quot;")}"`;

/** A shop that answers with this status. */
const answering = (status: number) => async () => new Response("", { status });

const uidIn = (html: string): string => /name="uid" value="([^"]+)"/.exec(html)?.[1] ?? "";

test("a token is paid by an offered method, and completed or failed later", async () => {
  const { payments, sandbox, story, post, said, createToken } = await openDashboard();
  for (const [outcome, button, result] of [
    ["successful", "Complete", "Paid €129.00. The shop answered 200."],
    [
      "failed",
      "Fail",
      "€129.00 is not paid: declined (The payment was not confirmed by the customer). No attempts are left. The shop answered 200.",
    ],
  ] as const) {
    const token = await createToken(`order-${outcome}`, { ...erip, settings });
    const options = await story(token);
    for (const value of [
      { method: "erip", outcome: "pending" },
      { method: "google_pay", outcome: "successful" },
      { method: "google_pay", outcome: "failed" },
      { card: "4200000000000000" },
    ])
      expect(options).toContain(optionOf(value));
    expect(await said(await post("pay", { order: token, method: "erip", outcome: "pending" }))).toBe(
      "€129.00 is not paid yet: the ERIP payment is pending until the customer pays it. The shop answered 200.",
    );
    const shown = await story(token);
    const uid = uidIn(shown);
    expect(shown).toContain(`aria-label="${button}: order-${outcome}"`);
    for (const wrong of ["", "pending", "maybe"])
      await expectRefused(await post("complete", { uid, outcome: wrong }), "outcome must be one of success");
    expect(await said(await post("complete", { uid, outcome }))).toBe(result);
    expect(await payments.transactions.get(uid)).toMatchObject({ status: outcome });
    expect(await story(token)).not.toContain('data-action="complete"');
    expect(sandbox.deliveries.filter((delivery) => delivery.token === token)).toHaveLength(2);
    await expectRefused(await post("complete", { uid, outcome }), `it is ${outcome}`);
  }
});

test("a token's list has only the cards and methods that are offered, and no other one pays", async () => {
  const { payments, story, post, createToken } = await openDashboard();
  const create = (payment_method: object) => createToken("order-1", { payment_method });
  const cards = await story(await create({ types: ["credit_card"] }));
  const groups = [...cards.matchAll(/<optgroup label="([^"]+)">(.*?)<\/optgroup>/g)].map(
    ([, label, options = ""]) => [label, textOf(options.replaceAll("</option>", ";"))],
  );
  expect(groups).toStrictEqual([
    [
      "Paid",
      "Visa …0000; Visa …0341, later charges of its saved token are declined; Mastercard …4444; Maestro …8453; American Express …0005; Belkart …0000;",
    ],
    [
      "Declined",
      "Visa …0019, without a reason; Visa …9995, insufficient funds (51); Visa …0069, expired card (54); Visa …0127, wrong security code (82); Mastercard …5100, without a reason;",
    ],
    ["Paid after a 3-D Secure challenge", "Visa …1097; Visa …3010; Mastercard …5029;"],
    [
      "Paid, 3-D Secure without a challenge",
      "Visa …1006, result Y; Visa …1055, result A; Mastercard …5003, result Y; Mastercard …5011, result A;",
    ],
    ["Declined by 3-D Secure", expect.stringContaining("Visa …1022, could not be performed (U);")],
  ]);
  expect(cards).not.toContain("Other methods");
  const some = await story(await create({ types: ["credit_card"], excluded_brands: ["visa"] }));
  expect(some).toContain("Mastercard …4444");
  expect(some).not.toContain(optionOf({ card: "4200000000000000" }));
  const mixed = await create(erip.payment_method);
  expect(await story(mixed)).toContain("Other methods");
  expect(await story(mixed)).not.toContain(optionOf({ method: "credit_card", outcome: "successful" }));
  const only = await create({ types: ["erip"], erip: {} });
  expect(await story(only)).toContain(optionOf({ method: "erip", outcome: "pending" }));
  expect(await story(only)).not.toMatch(/optgroup label="Paid"|4200000000000000/);
  const google = { method: "google_pay", outcome: "successful" };
  const card = { method: "credit_card", outcome: "pending" };
  for (const [order, params, message] of [
    [only, { card: "4200000000000000" }, "The payment token does not offer credit_card. It offers erip"],
    [only, google, "The payment token does not offer google_pay. It offers erip"],
    [only, card, "method cannot be a card"],
    [mixed, card, "method cannot be a card"],
    [only, { method: "erip", outcome: "successful" }, "outcome must be pending for erip"],
    [only, { method: "erip", outcome: "" }, "outcome must be pending for erip"],
    [mixed, { ...google, outcome: "x" }, "outcome must be successful or failed for google_pay"],
  ] as const) {
    await expectRefused(await post("pay", { order, ...params }), message);
    expect(await payments.checkouts.get(order)).toMatchObject({ gateway_response: null });
  }
});

test("paying, expiring and sending again say what they did", async () => {
  const { sandbox, payments, post, said, createToken } = await openDashboard({ deliver: answering(500) });
  const token = await createToken("order-1", { settings, attempts: 2 });
  const press = async (action: string, params: object) => said(await post(action, params));
  expect(await press("pay", { order: token, card: DECLINED })).toBe(
    "€129.00 is not paid: the last attempt was declined (Payment was declined). One attempt is left. The shop answered 500.",
  );
  expect(await press("pay", { order: token, card: "4012000000001097" })).toBe(
    "Paid €129.00. The shop answered 500.",
  );
  const { id } = await payments.products.create({ ...product, infinite: false, quantity: 1 });
  const sold = await post("pay", { order: id, card: "4200000000000000" });
  expect(await said(sold)).toBe("Paid €129.00. The shop was not notified.");
  expect(await payments.products.get(id)).toMatchObject({ quantity: 0 });
  const unpaid = await createToken("order-2", { settings });
  expect(await press("expire", { order: unpaid })).toBe(
    "€129.00 is not paid: the payment token expired. The shop answered 500.",
  );
  const delivery = sandbox.deliveries[0]?.id ?? "";
  expect(await press("notify-again", { notification: delivery })).toBe(
    "Sent again as it was (declined). The shop answered 500.",
  );
  expect(sandbox.deliveries[0]).toMatchObject({ attempts: 2 });
  sandbox.deliverTo(() => Promise.reject(new Error("connect ECONNREFUSED")));
  expect(await press("notify-again", { notification: delivery })).toBe(
    "Sent again as it was (declined). Nothing listens at https://shop.example/notify.",
  );
});

test("no action waits for a merchant's server that does not respond", async () => {
  let posts = 0;
  const deliver = () => {
    posts += 1;
    return new Promise<Response>(() => undefined);
  };
  const { sandbox, createToken, post, said } = await openDashboard({ deliver });
  const token = await createToken("order-1", { settings });
  const unpaid = await createToken("order-2", { settings });
  using time = stopTime();
  /** The answer of an action a second after its notification was posted. */
  const act = (action: string, params: object) => {
    const before = posts;
    return time.pass(post(action, params, 1000), () => posts > before, 1000);
  };
  expect(await said(await act("pay", { order: token }))).toBe("Paid €129.00. The shop has not answered yet.");
  expect(sandbox.deliveries).toMatchObject([{ attempts: 1, answers: [] }]);
  const { uid } = JSON.parse(sandbox.deliveries[0]?.body ?? "{}").transaction;
  for (const [action, params] of [
    ["notify-again", { notification: sandbox.deliveries[0]?.id ?? "" }],
    ["expire", { order: unpaid }],
    ["follow-up", { type: "refund", uid, amount: "1.00" }],
  ] as const)
    expect([action, (await act(action, params)).status]).toStrictEqual([action, 200]);
});

test("captures, voids and refunds take amounts as they are displayed, and offer what is left", async () => {
  const { sandbox, payments, story, events, post, said, createToken } = await openDashboard();
  const token = await createToken("order-7", { transaction_type: "authorization" });
  const { uid } = await sandbox.pay(token);
  const press = (fields: Record<string, string>) => post("follow-up", { uid, ...fields });
  expect(await story(token)).toContain(`value="129.00"`);
  const captured = await said(await press({ type: "capture", amount: "100.00" }));
  expect(captured).toBe("Captured €100.00. €29.00 is still held. The shop was not notified.");
  expect((await press({ type: "capture", amount: "1", outcome: "failed" })).status).toBe(200);
  expect(await events(token)).toContainEqual(["Capture declined", "€1.00: Declined with the code 05"]);
  expect((await press({ type: "void", amount: "19.00" })).status).toBe(200);
  const shown = await story(token);
  for (const text of ["Voided €19.00", "€100.00 was captured", "€10.00 is still held", 'value="10.00"'])
    expect(shown).toContain(text);
  const [, , capture] = await payments.transactions.findByTrackingId("order-7");
  expect(capture).toMatchObject({ type: "capture", amount: 10_000, status: "successful" });
  const refund = (amount: string) => post("follow-up", { type: "refund", uid: capture?.uid, amount });
  expect((await refund("50.00")).status).toBe(200);
  for (const amount of ["500", "50.01"]) await expectRefused(await refund(amount), "At most €50.00 is left.");
  expect(await (await refund("1.005")).json()).toMatchObject({ field: "amount" });
  expect((await refund("50.00")).status).toBe(200);
  expect(await story(token)).toContain("€100.00 was refunded in all");
  for (const amount of ["50.00", "1,00"]) await expectRefused(await refund(amount), "Nothing is left.");
  for (const amount of ["0.001", "-1", ""])
    await expectRefused(await refund(amount), "Enter an amount in EUR above 0, such as 28.60.");
});

test("the result has a tone, and leads to its event on the page of the order", async () => {
  const deliver = async ({ url }: Request) => new Response("", { status: Number(url.slice(-3)) });
  const { sandbox, payments, post, get, createToken } = await openDashboard({ deliver });
  const show = async (action: string, params: object) => {
    const { tone, event } = Object(await (await post(action, params)).json());
    const [page = "", id = ""] = event.split("#");
    return [tone, id, (await get(page)).includes(`<li id="${id}"`)];
  };
  for (const [card, status, tone] of [
    ["4200000000000000", 200, "good"],
    ["4200000000000000", 500, "bad"],
    [DECLINED, 200, "bad"],
  ] as const) {
    const order = await createToken(card, {
      settings: { notification_url: `https://shop.example/${status}` },
    });
    const shown = await show("pay", { order, card });
    expect(shown).toStrictEqual([tone, `delivery-${sandbox.deliveries.at(-1)?.id}`, true]);
  }
  const order = await createToken("order-1");
  const shown = (id: RegExp) => [expect.anything(), expect.stringMatching(id), true];
  expect(await show("pay", { order })).toStrictEqual(shown(/^end-/));
  const [payment] = await payments.transactions.findByTrackingId("order-1");
  const refund = { type: "refund", uid: payment?.uid, amount: "1.00" };
  expect(await show("follow-up", refund)).toStrictEqual(shown(/^transaction-/));
  const unpaid = await createToken("order-2");
  expect(await show("expire", { order: unpaid })).toStrictEqual(shown(/^expired$/));
});

test("the events of follow-ups have colors", async () => {
  const { sandbox, story, post, createToken } = await openDashboard();
  const token = await createToken("order-7");
  const { uid } = await sandbox.pay(token);
  for (const type of ["refund", "chargeback"]) await post("follow-up", { type, uid, amount: "20.00" });
  const colors = (await story(token)).matchAll(/<li id="transaction-\S+ class="event (\w+)/g);
  expect(Array.from(colors, ([, color]) => color)).toStrictEqual(["good", "bad"]);
});

test("a currency without decimals has whole amounts", async () => {
  const { sandbox, payments, story, post, createToken } = await openDashboard();
  const order = { amount: 1500, currency: "JPY", description: "Pass", tracking_id: "yen" };
  const token = await createToken("", { order });
  const { uid } = await sandbox.pay(token);
  expect(await story(token)).toContain('value="1500"');
  await post("follow-up", { type: "refund", uid, amount: "500" });
  const both = await payments.transactions.findByTrackingId("yen");
  expect(both.map(({ amount }) => amount)).toStrictEqual([500, 1500]);
});

test("a test order is made from a form, with its amount as it is displayed", async () => {
  const { payments, sandbox, post, rows, get, events } = await openDashboard();
  const fields = {
    amount: "28.60",
    currency: "eur",
    description: "Coffee",
    notification_url: "https://shop.example/n",
  };
  const made = await post("create-order", fields);
  const { message, to, order: { token } = { token: "" } } = Object(await made.json());
  expect([message, to]).toStrictEqual(["Created order test-1.", `/sandbox/orders/${token}`]);
  expect(await payments.checkouts.get(token)).toMatchObject({
    order: { amount: 2860, currency: "EUR", description: "Coffee" },
    settings: { notification_url: "https://shop.example/n" },
  });
  expect((await events(token))[0]).toStrictEqual(["Created", "On the dashboard"]);
  await sandbox.pay(token);
  expect(await rows()).toMatchObject([
    { Order: "test-1 Coffee", Amount: "€28.60", Outcome: "Paid", Notification: "Delivered" },
  ]);
  expect(await get()).toContain('value="https://shop.example/n"');
  const german = await post("create-order", { ...fields, amount: "28,6" });
  expect(await get(Object(await german.json()).to)).toContain("€28.60");
  for (const [wrong, message] of [
    [{ amount: "28.605" }, "Enter an amount in EUR above 0, such as 28.60."],
    [{ amount: "0" }, "Enter an amount in EUR above 0, such as 28.60."],
    [{ amount: "1,000" }, "Enter an amount in EUR above 0, such as 28.60."],
    [{ amount: "2.5", currency: "JPY" }, "Enter an amount in JPY above 0, such as 2860."],
    [{ amount: "a lot" }, "Enter an amount in EUR above 0, such as 28.60."],
    [{ amount: undefined }, "Amount is required."],
    [{ currency: "XXQ" }, "Enter the code of a currency, such as EUR."],
    [{ description: "" }, "Description is required."],
    [{ notification_url: "nonsense" }, "Notification url must be an absolute http(s) URL."],
  ] as const)
    await expectRefused(await post("create-order", { ...fields, ...wrong }), message);
});

test("everything but the keys is cleared, also what a slow shop answers later", async () => {
  const answered = Promise.withResolvers<Response>();
  const deliver = () => answered.promise;
  const { sandbox, payments, post, get, said, createToken } = await openDashboard({ deliver });
  const publicKey = await sandbox.publicKey();
  await payments.products.create(product);
  const token = await createToken("order-1", { settings });
  const paying = sandbox.pay(token);
  await expect.poll(() => sandbox.deliveries).toHaveLength(1);
  await post("plan-calls", { status: "503" });
  await post("plan-notifications", { notification: "lost" });
  expect(await get()).toContain('class="banner"');
  const question =
    /<details [^>]*><summary [^>]*>Clear everything<.*This deletes all orders \(1\), products \(1\).*>Delete everything</s;
  expect(await get("/sandbox/environment")).toMatch(question);
  const cleared = await post("clear", {});
  expect(await said(cleared)).toBe("Everything is cleared.");
  answered.resolve(new Response());
  await paying;
  const state = await sandbox.state();
  expect(state).toMatchObject({ products: [] });
  expect(recordsOf(state)).toStrictEqual({ orders: [], transactions: [], deliveries: [], cards: [] });
  expect(sandbox.requests).toStrictEqual([]);
  expect(await sandbox.publicKey()).toBe(publicKey);
  expect(await get()).not.toContain('class="banner"');
  expect(await payments.products.list()).toStrictEqual([]);
});

test("a token in progress can be expired, but not paid for; a declined one can be paid again", async () => {
  const { sandbox, story, createToken } = await openDashboard();
  const actions = async (token: string) => {
    const html = await story(token);
    return [html.includes('data-action="pay"'), html.includes('data-action="expire"')];
  };
  const pending = await createToken("order-1", erip);
  await sandbox.pay(pending, { method: "erip" });
  expect(await actions(pending)).toStrictEqual([false, true]);
  const declined = await createToken("order-2", { attempts: 2 });
  await sandbox.pay(declined, { card: DECLINED });
  expect(await actions(declined)).toStrictEqual([true, true]);
  await sandbox.pay(declined);
  expect(await actions(declined)).toStrictEqual([false, false]);
});

test("plans of calls and of notifications are shown, used up, and canceled alone or together", async () => {
  const { sandbox, payments, get, events, post, createToken } = await openDashboard();
  const token = await createToken("order-1", { settings });
  expect(await get(FAILURES)).not.toContain("Cancel");
  for (const [action, params] of [
    ["plan-calls", { status: "503", times: "2", retryAfter: "120" }],
    ["plan-calls", { status: "429", times: "1" }],
    ["plan-notifications", { notification: "wrong_amount", times: "2" }],
    ["plan-notifications", { notification: "late", times: "1", delayMs: "5" }],
  ] as const)
    expect((await post(action, params)).status).toBe(200);
  sandbox.failNext({ status: 500, headers: { "x-shop": "7", "Retry-After": "10" } });
  sandbox.failNext({ status: 502, headers: { "x-shop": "7" } });
  const [next, ...calls] = [
    "The next 2 calls: answered 503, Retry-After: 120",
    "The next call: answered 429",
    "The next call: answered 500, Retry-After: 10",
    "The next call: answered 502",
  ];
  const late = "The next notification: late";
  const notifications = ["The next 2 notifications: wrong amount", late];
  const shown = await get(FAILURES);
  expect(plansIn(shown)).toStrictEqual([next, ...calls, ...notifications]);
  const failed = await sandbox.fetch(new Request("https://sandbox.invalid/products"));
  expect([failed.status, failed.headers.get("retry-after")]).toStrictEqual([503, "120"]);
  await sandbox.pay(token);
  expect(sandbox.deliveries).toMatchObject([{ disturbance: "wrong_amount" }]);
  expect((await events(token)).at(-1)?.[1]).toContain("Disturbed as planned: wrong amount");
  const left = ["The next call: answered 503, Retry-After: 120", ...calls];
  expect(plansIn(await get(FAILURES))).toStrictEqual([...left, "The next notification: wrong amount", late]);
  const [, id = ""] = /name="id" value="(\d+)"(?:(?!<li).)*>answered 500/s.exec(shown) ?? [];
  expect((await post("cancel-plan", { id })).status).toBe(200);
  expect(plansIn(await get(FAILURES)).slice(0, 3)).toStrictEqual(left.toSpliced(2, 1));
  await expectRefused(await post("cancel-plan", { id }), "This plan has already ended.");
  expect((await post("cancel-plan", {})).status).toBe(200);
  expect(await get(FAILURES)).not.toContain("Cancel");
  expect(await payments.products.list()).toStrictEqual([]);
});

test("a plan with wrong parameters is refused, and plans nothing", async () => {
  const { get, post } = await openDashboard();
  for (const [action, params] of [
    ["plan-calls", {}],
    ...["200", "600"].map((status) => ["plan-calls", { status }] as const),
    ...["0", "1.5", "x"].map((times) => ["plan-calls", { status: "503", times }] as const),
    ...["soon", "s1", "1s", "1\r\nx: y"].map(
      (retryAfter) => ["plan-calls", { status: "503", retryAfter }] as const,
    ),
    ["plan-notifications", { notification: "stolen" }],
    ["plan-notifications", { notification: "lost", times: "0" }],
    ["plan-notifications", { notification: "late", delayMs: "soon" }],
  ] as const)
    expect([action, params, (await post(action, params)).status]).toStrictEqual([action, params, 409]);
  expect(await get(FAILURES)).not.toContain("Cancel");
});

test("a planned decline is named in the message, in the story and in the sentence above it", async () => {
  const { story, events, post, said, createToken } = await openDashboard();
  await post("plan-payments", { reason: "51" });
  const token = await createToken("order-1", { attempts: 2 });
  expect(await said(await post("pay", { order: token }))).toBe(
    "€129.00 is not paid: the last attempt was declined (Insufficient funds, as planned). One attempt is left. The shop was not notified.",
  );
  expect((await events(token)).at(-1)).toStrictEqual([
    "Declined",
    expect.stringMatching(/^Insufficient funds, .*as planned$/),
  ]);
  expect(await story(token)).toMatch(/the last attempt was declined \(Insufficient funds, [^)]*as planned\)/);
  expect(await said(await post("pay", { order: token, card: DECLINED }))).not.toContain("as planned");
});

test("an order that ended without a payment is created again with one press, and can be paid", async () => {
  const { payments, story, post, said, createToken } = await openDashboard();
  const order = { amount: 3245, currency: "EUR", description: "Pass", tracking_id: "order-1" };
  const old = await createToken("order-1", { order: { ...order, expired_at: new Date() }, settings });
  await post("expire", { order: old });
  expect(await story(old)).toContain("Create it again");
  const made = await post("create-again", { order: old });
  const { token } = Object(await made.json()).order;
  expect(await payments.checkouts.get(token)).toMatchObject({ order, settings, expired: false });
  expect(await said(await post("pay", { order: token }))).toBe("Paid €32.45. The shop answered 200.");
  expect(await story(token)).not.toContain("Create it again");
  await expectRefused(await post("create-again", { order: "unknown" }), "There is no order unknown.", 404);
});

test("a notification that is posted again waits for its answer, and is not judged before", async () => {
  const answered = Promise.withResolvers<Response>();
  const answers = [Promise.resolve(new Response("", { status: 500 })), answered.promise];
  const { sandbox, story, rows, post, createToken } = await openDashboard({
    deliver: async () => answers.shift() ?? new Response("ok"),
  });
  const token = await createToken("order-1", { settings });
  await post("pay", { order: token });
  using time = stopTime();
  const again = post("notify-again", { notification: sandbox.deliveries[0]?.id ?? "" }, 1000);
  await time.pass(again, () => answers.length === 0, 1000);
  expect(await story(token)).toContain("The shop has not answered the notification (paid) yet.");
  expect(await rows()).toMatchObject([{ Notification: "Waiting" }]);
  answered.resolve(new Response("ok"));
  await time.until(() => sandbox.deliveries[0]?.answers.length === 2);
  expect(await rows()).toMatchObject([{ Notification: "Delivered" }]);
});
