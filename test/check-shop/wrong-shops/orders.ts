import { ASKS, CLOSES_AT_ERRORS, OPEN_ONLY, onNotified, RETURN, TAKES } from "./with-sdk-changes.ts";
import { AFTER, changesOf, type WrongShop, wrong } from "./wrong-shop.ts";

export const ORDERS: Readonly<Record<string, WrongShop>> = {
  "ships in its job what was refunded before": wrong(
    { paid: ["order, pay, refund unfulfilled, job, repeat first"] },
    ["      order.shipments += 1;\n", ""],
    [
      "for (const order of orders) await this.ask(order).catch(() => undefined);",
      `for (const order of orders) await this.ask(order).catch(() => undefined);
    await this.connection.transaction(({ orders: all }) => {
      for (const order of all.values()) if (order.status === "paid" && order.shipments === 0) order.shipments = 1;
    });`,
    ],
  ),
  "takes the return and the notification as two payments": wrong(
    { once: ["order, pay, return, deliver", "order, pay, return + deliver", `${AFTER}, return bare`] },
    [
      RETURN,
      `if (order) {
        const status = await this.payments.checkouts.get(order.token ?? "");
        if (outcome(status) === "paid") order.shipments += 1;
      }`,
    ],
  ),
  "asks for the token in the return address": wrong({ paid: ["order, other, pay other, return other"] }, [
    RETURN,
    `const token = new URL(request.url).searchParams.get("token") ?? "";
      const status = await this.payments.checkouts.get(token);
      if (order?.status === "open" && outcome(status) === "paid") order.shipments = 1;`,
  ]),
  "believes the status in the return address": wrong({ paid: ["order, return claimed"] }, [
    RETURN,
    `if (order && request.url.includes("status=successful")) order.shipments = 1;`,
  ]),
  "closes an order when its customer goes back": wrong(
    { fulfilled: ["order, cancel, pay, deliver"] },
    [
      'return new Response("You can still pay");',
      `const order = await this.connection.transaction(({ orders }) => orders.get(id));
    if (order) order.status = "expired";
    return new Response("Goodbye");`,
    ],
    [
      "if (!isRight) return;",
      "if (!isRight) return void payments.set(uid, { orderId: order.id, isInReview: false });",
    ],
    OPEN_ONLY,
  ),
  "opens an order again when another token expires": wrong({ fulfilled: [`${AFTER}, expire second`] }, [
    'if (order.token === token && order.status === "open") order.status = "expired";',
    "if (order.token !== token) order.shipments = 0;",
  ]),
  "closes a paid order when the token that it gave expires": wrong(
    { others: ["order, pay again, expire, deliver, job"] },
    [
      'if (order.token === token && order.status === "open") order',
      "if (order.token === token) order.shipments = 0;\n        if (order.token === token) order",
    ],
  ),
  "opens an order again when an older notification comes": wrong(
    { once: ["order, pend, settle, deliver, deliver, job"] },
    ...onNotified(`if (told.status === "pending") {
          order.status = "open";
          tablesOf.payments.delete(order.paidBy ?? "");
        }`),
  ),
  "notes a payment before it asks the gateway about it": wrong(
    {
      fulfilled: ["503", "503 once", "hang"].map((fault) => `order, pay, deliver @${fault}, repeat`),
    },
    [
      "await this.connection.transaction(({ orders, payments }) => {",
      `if (uid === undefined || seen.has(uid)) return;
    seen.add(uid);
    await this.payments.transactions.get(uid);
    await this.connection.transaction(({ orders, payments }) => {`,
    ],
    ["class Shop {", "const seen = new Set<string>();\n\nclass Shop {"],
  ),
  "takes any expired token for that of every order": wrong({ once: [`${AFTER}, expire second, pay again`] }, [
    'order.token === token && order.status === "open"',
    "true",
  ]),
  "closes an order before it has read its payment": wrong({ fulfilled: ["order, pay, job @503 later"] }, [
    ASKS,
    `${ASKS}
    order.isDone = status.finished === true;
    await this.payments.transactions.get(paymentSummary(status).uid ?? "");`,
  ]),
  "asks for a token only until another one paid the order": wrong(
    { others: ["order, pay again, job, pay"] },
    ['if (outcome(status) !== "paid") return;', 'if (order.status !== "paid") return;'],
  ),
  "cancels orders of customers who are still paying": wrong(
    { payable: ["order, job, pay, deliver"] },
    [
      "for (const order of orders) await this.ask(order).catch(() => undefined);",
      `for (const order of orders) {
      await this.ask(order).catch(() => undefined);
      if (order.status === "open") order.status = "expired";
    }`,
    ],
    OPEN_ONLY,
  ),
  "sends create again, and sells both": wrong(
    {
      once: ["lost", "done 503", "slow"].map((fault) => `order @${fault}, pay, deliver, pay, deliver`),
    },
    [
      "const { token } = await this.payments.checkouts.create({",
      `const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("The gateway is slow")), 700));
    const make = (tracking: string) => this.payments.checkouts.create({`,
    ],
    ["tracking_id: id },\n", "tracking_id: tracking },\n"],
    [
      "notification_url: `${SHOP_URL}/notify`,\n      },\n    });",
      "notification_url: `${SHOP_URL}/notify`,\n      },\n    });\n    const { token } = await Promise.race([make(id), late]).catch(() => make(`${id}-2`));",
    ],
    ["const order = orders.get(trackingId);", "const order = orders.get(trackingId.slice(0, 36));"],
    [
      'order.status !== "paid" && isPaymentOf(order, payment);',
      "isPaymentOf({ ...order, id: trackingId }, payment);",
    ],
  ),
  "sends the customer's id as tracking_id": wrong({ "different ids": ["order, other"] }, [
    "tracking_id: id },\n",
    'tracking_id: "customer-7" },\n',
  ]),
  "forgets its orders in a restart": wrong({ fulfilled: ["order, restart, pay, deliver"] }, [
    "shop.connection.close();",
    "shop.connection.close();\n      tables.orders.clear();",
  ]),
  "answers before it writes": {
    ...wrong({ fulfilled: ["order, pay, deliver + restart at answer"] }, [
      TAKES,
      `if (notification.type === "transaction") {
        const { transaction } = notification;
        setTimeout(() => this.take(transaction).catch(() => undefined), 5000);
      }`,
    ]),
    without: ["reconcile"],
  },
  "gives an order up after one error": wrong(
    { fulfilled: ["404", "503", "503 once", "hang"].map((fault) => `order, pay, job @${fault}`) },
    ...CLOSES_AT_ERRORS,
  ),
  "closes an order by the status of another token": changesOf({ file: "without-sdk", index: 0 })(
    { fulfilled: ["order, other, pay other, job @other order, pay"] },
    ['if (status !== 200 || checkout["token"] !== order.token) return;', ""],
  ),
  "believes the status of another token": wrong(
    {
      paid: ["order, other, pay other, job @other order", "order, other, pay other, return @other order"],
    },
    [
      ASKS,
      // The SDK itself compares the token.
      'const { checkout: status } = await this.payments.request<{ checkout: CheckoutStatus }>("GET", `/ctp/api/checkouts/${token}`);',
    ],
    [
      "if (status.token !== token) return;",
      'if (status.token !== token && outcome(status) === "paid") order.shipments = 1;',
    ],
  ),
  "has no job": { ...wrong({ fulfilled: ["order, pay"] }), without: ["reconcile"] },
};
