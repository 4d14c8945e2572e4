import { ASKS, closesOn, OPEN_ONLY, RETURN, TAKES } from "./with-sdk-changes.ts";
import { AFTER, IN_THE_END, ONCE, ONLY_PAID, PAYABLE, type WrongShop } from "./wrong-shop.ts";

export const ORDERS: Readonly<Record<string, WrongShop>> = {
  "takes the return and the notification as two payments": {
    changes: [
      [
        RETURN,
        `if (order) {
        const status = await this.payments.checkouts.get(order.token ?? "");
        if (outcome(status) === "paid") order.shipments += 1;
      }`,
      ],
    ],
    breaks: {
      [ONCE]: ["order, pay, return, deliver", "order, pay, return + deliver", `${AFTER}, return bare`],
    },
  },
  "asks for the token in the return address": {
    changes: [
      [
        RETURN,
        `const token = new URL(request.url).searchParams.get("token") ?? "";
      const status = await this.payments.checkouts.get(token);
      if (order?.status === "open" && outcome(status) === "paid") order.shipments = 1;`,
      ],
    ],
    breaks: { [ONLY_PAID]: ["order, other, pay other, return other"] },
  },
  "believes the status in the return address": {
    changes: [[RETURN, `if (order && request.url.includes("status=successful")) order.shipments = 1;`]],
    breaks: { [ONLY_PAID]: ["order, return claimed"] },
  },
  "closes an order when its customer goes back": {
    changes: [
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
    ],
    breaks: { [IN_THE_END]: ["order, cancel, pay, deliver"] },
  },
  "opens an order again when another token expires": {
    changes: [
      [
        'if (order.token === token && order.status === "open") order.status = "expired";',
        "if (order.token !== token) order.shipments = 0;",
      ],
    ],
    breaks: { [IN_THE_END]: [`${AFTER}, expire second`] },
  },
  "notes a payment before it asks the gateway about it": {
    changes: [
      [
        "await this.connection.transaction(({ orders, payments }) => {",
        `if (uid === undefined || seen.has(uid)) return;
    seen.add(uid);
    await this.payments.transactions.get(uid);
    await this.connection.transaction(({ orders, payments }) => {`,
      ],
      ["class Shop {", "const seen = new Set<string>();\n\nclass Shop {"],
    ],
    breaks: {
      [IN_THE_END]: ["503", "503 once", "hang"].map((fault) => `order, pay, deliver @${fault}, repeat`),
    },
  },
  "takes any expired token for that of every order": {
    changes: [['order.token === token && order.status === "open"', "true"]],
    breaks: { [ONCE]: [`${AFTER}, expire second, pay again`] },
  },
  "closes an order before it has read its payment": {
    changes: [
      [
        ASKS,
        `${ASKS}
    order.isFinal = status.finished === true;
    await this.payments.transactions.get(paymentSummary(status).uid ?? "");`,
      ],
    ],
    breaks: { [IN_THE_END]: ["order, pay, job @503 later"] },
  },
  "cancels orders of customers who are still paying": {
    changes: [
      [
        "for (const order of orders) await this.ask(order).catch(() => undefined);",
        `for (const order of orders) {
      await this.ask(order).catch(() => undefined);
      if (order.status === "open") order.status = "expired";
    }`,
      ],
      OPEN_ONLY,
    ],
    breaks: { [PAYABLE]: ["order, job, pay, deliver"] },
  },
  "sends create again, and sells both": {
    changes: [
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
    ],
    breaks: {
      [ONCE]: ["lost", "done 503", "slow"].map((fault) => `order @${fault}, pay, deliver, pay, deliver`),
    },
  },
  "forgets its orders in a restart": {
    changes: [["shop.connection.close();", "shop.connection.close();\n      tables.orders.clear();"]],
    breaks: { [IN_THE_END]: ["order, restart, pay, deliver"] },
  },
  "answers before it writes": {
    changes: [
      [
        TAKES,
        `if (notification.type === "transaction") {
        const { transaction } = notification;
        setTimeout(() => this.take(transaction).catch(() => undefined), 5000);
      }`,
      ],
    ],
    without: ["reconcile"],
    breaks: { [IN_THE_END]: [10, 40, 160].map((delay) => `order, pay, deliver + restart after ${delay} ms`) },
  },
  "gives an order up after one 404": {
    changes: closesOn('error.name === "NotFoundError"'),
    breaks: { [IN_THE_END]: ["order, pay, job @404"] },
  },
  "gives an order up after one 503": {
    changes: closesOn('error.name === "ServerError"'),
    breaks: { [IN_THE_END]: ["order, pay, job @503", "order, pay, job @503 once"] },
  },
  "gives an order up after no answer": {
    changes: closesOn('error.name === "ConnectionError"'),
    breaks: { [IN_THE_END]: ["order, pay, job @hang"] },
  },
  "closes an order by the status of another token": {
    shop: { file: "without-sdk", index: 0 },
    changes: [['if (status !== 200 || checkout["token"] !== order.token) return;', ""]],
    breaks: { [IN_THE_END]: ["order, other, pay other, job @other order, pay"] },
  },
  "believes the status of another token": {
    changes: [
      [
        ASKS,
        // The SDK itself compares the token.
        'const { checkout: status } = await this.payments.request<{ checkout: CheckoutStatus }>("GET", `/ctp/api/checkouts/${token}`);',
      ],
      [
        "if (status.token !== token) return;",
        'if (status.token !== token && outcome(status) === "paid") order.shipments = 1;',
      ],
    ],
    breaks: {
      [ONLY_PAID]: [
        "order, other, pay other, job @other order",
        "order, other, pay other, return @other order",
      ],
    },
  },
  "has no job": { changes: [], without: ["reconcile"], breaks: { [IN_THE_END]: ["order, pay"] } },
};
