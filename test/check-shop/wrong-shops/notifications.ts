import {
  believing,
  IS_NEW,
  IS_PAID,
  IS_RIGHT,
  OPEN_ONLY,
  onNotified,
  TAKES,
  VERIFIES,
} from "./with-sdk-changes.ts";
import { AFTER, type WrongShop, wrong } from "./wrong-shop.ts";

export const NOTIFICATIONS: Readonly<Record<string, WrongShop>> = {
  "takes a pending payment": believing('told.status === "pending"', [
    "order, pend, deliver",
    "order, pend, fail, deliver oldest",
  ]),
  "takes a declined payment": believing('told.status === "failed"', [
    "order, decline, deliver",
    "order, notify failed",
    "order, pend, fail, deliver",
  ]),
  "takes a refund": believing('told.type === "refund"', ["order, notify refund"]),
  "takes a void": believing('told.type === "void"', ["order, notify void"]),
  "takes a saved card": believing('told.type === "tokenization"', ["order, notify saved card"]),
  "takes an unknown status": believing('told.status === "reserved"', ["order, notify unknown status"]),
  "takes a subscription": believing("raw.plan", ["order, notify subscription"]),
  "takes a chargeback": believing('told.type === "chargeback"', ["order, notify chargeback"]),
  "opens a paid order when a decline comes late": wrong(
    { once: ["order, decline, pay, deliver, deliver, repeat first"] },
    ...onNotified('if (told.status === "failed") order.status = "open";'),
    [IS_NEW, "if (!order || uid === undefined) return;"],
  ),
  "closes an order when a card is declined": wrong(
    { payable: ["order, decline, deliver, pay, deliver", "order, decline, pay, deliver oldest, deliver"] },
    ...onNotified('if (told.status === "failed") order.status = "expired";'),
    OPEN_ONLY,
  ),
  "does not know a pending payment again when it succeeds": wrong(
    { fulfilled: ["order, pend, deliver, settle, deliver"] },
    [IS_PAID, ""],
    [
      IS_RIGHT,
      'const isRight = order.status !== "paid" && outcome(payment) === "paid" && isPaymentOf(order, payment);',
    ],
    [
      "payments.set(uid, { orderId: order.id, isInReview: !isRight });",
      "payments.set(uid, { orderId: order.id, isInReview: false });",
    ],
  ),
  "fulfills an expired order": wrong({ paid: ["order, expire, deliver"] }, [
    'if (order.token === token && order.status === "open") order.status = "expired";',
    "if (order.token === token) order.shipments += 1;",
  ]),
  "does not check notifications": wrong(
    {
      paid: ["signature", "other shop", "nothing", "credentials", "body", "big body"].map(
        (how) => `order, forge ${how}`,
      ),
    },
    [
      VERIFIES,
      "body: await request.clone().text(),\n        headers: await signAgain(await request.text()),",
    ],
    ["class Shop {", 'let signAgain: Sandbox["sign"];\n\nclass Shop {'],
    ["let shop = new Shop", "signAgain = (body) => sandbox.sign(body);\n  let shop = new Shop"],
  ),
  "answers forged notifications with 200": wrong(
    { forged: ["order, forge nothing", "order, forge status"] },
    ["? 401 : 500", "? 200 : 500"],
  ),
  "verifies what it has parsed and written again": wrong({ genuine: ["order, pay, deliver rewritten"] }, [
    VERIFIES,
    "body: JSON.stringify(await request.json()),\n        headers: request.headers,",
  ]),
  "reads the times of a payment": wrong({ genuine: ["order, pay, deliver hour old"] }, [
    TAKES,
    `const { paid_at } = Object(Object(notification.raw).transaction ?? {});
      if (Date.now() - Date.parse(paid_at) > 60_000) return new Response(null, { status: 400 });
      ${TAKES}`,
  ]),
  "drops a payment whose amount comes as text": wrong(
    { fulfilled: ["order, pay, deliver digits, deliver"] },
    [
      IS_RIGHT,
      'const isRight = order.status !== "paid" && isPaymentOf(order, payment) && typeof Object(payment).amount !== "string";',
    ],
    ["isInReview: !isRight }", "isInReview: false }"],
  ),
  "looks, then writes, without a lock": wrong(
    { once: ["order, pay, deliver ten times"] },
    [
      "await this.connection.transaction(({ orders, payments }) => {",
      `if (uid === undefined || (await this.connection.transaction(({ payments }) => payments.has(uid)))) return;
    await this.connection.transaction(({ orders, payments }) => {`,
    ],
    [IS_NEW, "if (!order) return;"],
    [IS_RIGHT, "const isRight = isPaymentOf(order, payment);"],
  ),
  "does not know a notification again": wrong(
    { once: [`${AFTER}, repeat`, "order, pay, deliver, expire second, repeat first"] },
    [IS_NEW, "if (!order || uid === undefined) return;"],
    [IS_RIGHT, "const isRight = isPaymentOf(order, payment);"],
  ),
  "keeps a second payment in silence": wrong({ others: [`${AFTER}, pay again`] }, [
    "isInReview: !isRight }",
    "isInReview: false }",
  ]),
  "verifies a notification once for each payment": wrong(
    { paid: ["order, decline, forge earlier"] },
    ["class Shop {", "const verified = new Set<unknown>();\n\nclass Shop {"],
    [
      "const notification = await this.webhooks.verify({",
      `const text = await request.clone().text();
      const told = Object(JSON.parse(text)).transaction;
      if (told && verified.has(told.uid)) {
        await this.take(told);
        return new Response();
      }
      verified.add(told?.uid);
      const notification = await this.webhooks.verify({`,
    ],
  ),
  "asks the gateway only for the uid of a notification": wrong(
    { paid: ["order, other, pay other, forge other order"] },
    [
      "const notification = await this.webhooks.verify({",
      `const told = Object(JSON.parse(await request.clone().text())).transaction;
      const known = await this.payments.transactions.get(String(told?.uid)).catch(() => undefined);
      if (known?.status === "successful") {
        await this.take(told);
        return new Response();
      }
      const notification = await this.webhooks.verify({`,
    ],
  ),
  "keeps every payment for review, and each repeat": wrong(
    { review: [`${AFTER}, repeat`, `${AFTER}, pay again, repeat`] },
    [IS_NEW, 'if (!order || uid === undefined) return;\n      if (payments.has(uid)) uid += " again";'],
    [
      'const { uid, trackingId = "" } = paymentSummary(payment);',
      'let { uid, trackingId = "" } = paymentSummary(payment);',
    ],
  ),
  "answers 500 to a payment that does not match": wrong({ genuine: ["order, pay 1 less"] }, [
    IS_RIGHT,
    `if (!isPaymentOf(order, payment)) throw new Error("It does not match");\n      ${IS_RIGHT}`,
  ]),
};
