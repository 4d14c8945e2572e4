/** Mistakes in the right shop that sells license keys. */
import { AFTER, changesOf, type WrongShop } from "./wrong-shop.ts";

const wrong = changesOf({ file: "licenses", index: 0 });

const AGAIN =
  'if (paidBy !== null || closed) throw new Error("The order is not open");\n    return this.createToken(id);';
const DELIVERED = "if (!order || order.paidBy === null || order.closed || order.license) return;";
const WAS_REFUNDED = "if (order.refunded >= order.amount) return;";
const REVIEWED = "await this.request(id, orderId, uid, amount);";
const CATCHES = "try {\n        await this.deliverOne(id);\n      } catch {}";

export const LICENSES: Readonly<Record<string, WrongShop>> = {
  "forgets the first token when its customer pays again": wrong(
    { fulfilled: ["order, begin again, pay, job"] },
    [
      AGAIN,
      `await this.database.transaction(({ tokens }) => {
      for (const [token, order] of tokens) if (order === id) tokens.delete(token);
    });
    ${AGAIN}`,
    ],
  ),
  "does not store the second token": wrong({ fulfilled: ["order, begin again, pay newest, job"] }, [
    "return this.createToken(id);\n  }\n\n  async orderOf",
    `const token = await this.createToken(id);
    await this.database.transaction(({ tokens }) => tokens.delete(token));
    return token;
  }

  async orderOf`,
  ]),
  "cannot refund a payment in manual review": wrong(
    { accepted: [`${AFTER}, pay again, job, refund review`] },
    [REVIEWED, 'throw new Error("There is no such order");'],
  ),
  "forgets the first token when the gateway calls it finished": wrong(
    { fulfilled: ["order, declinedToken=finished, decline, begin again, pay, job"] },
    [
      AGAIN,
      AGAIN.replace(
        "return",
        `const tokens = await this.database.transaction((tables) => tables.tokens);
    const token = [...tokens.keys()].find((each) => tokens.get(each) === id) ?? "";
    const { isFinal } = await handlePayment(this, await this.payments.checkouts.get(token));
    if (!isFinal) return token;
    tokens.delete(token);
    return`,
      ),
    ],
  ),
  "cannot refund a payment in manual review if its order is over": wrong(
    {
      accepted: ["cancel order", "expire orders"].map(
        (end) => `order, ${end}, pay, deliver, job, refund review`,
      ),
    },
    [REVIEWED, `if ((await this.orderOf(orderId)).closed) throw new Error("It is over");\n    ${REVIEWED}`],
  ),
  "refunds the whole price of a canceled order": wrong(
    {
      canceled: ["order, fail shipping, pay, deliver, office refund part early, deliver, cancel order, job"],
    },
    ["amount - refunded", "amount"],
    ['if (state !== "succeeded" && order?.closed) reviews.set(key, { uid: parent, orderId, amount });', ""],
  ),
  "refunds the order instead of its payment in manual review": wrong(
    { paying: [`${AFTER}, pay again, job, refund review`] },
    [REVIEWED, 'await this.request(id, orderId, (await this.orderOf(orderId)).paidBy ?? "", amount);'],
  ),
  "delivers what is canceled while it is being delivered": wrong(
    { canceled: ["order, pay, cancel while fulfilling, job"] },
    [
      `  async deliverOne(id: string): Promise<void> {
`,
      `  async deliverOne(id: string): Promise<void> {
    const { paidBy, closed: isClosed, license } = await this.orderOf(id);
    if (paidBy === null || isClosed || license) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
`,
    ],
    [DELIVERED, DELIVERED.replace("order.closed || ", "")],
    [WAS_REFUNDED, ""],
  ),
  "delivers canceled orders in its job": wrong(
    { canceled: ["order, pay, cancel unfulfilled, job"] },
    [DELIVERED, DELIVERED.replace("order.closed || ", "")],
    [WAS_REFUNDED, ""],
  ),
  "refunds no canceled order": wrong({ canceled: ["order, pay, cancel unfulfilled, job"] }, [
    "paidBy !== null && left > 0",
    "paidBy !== null && left < 0",
  ]),
  "delivers nothing after a refund of a part": wrong(
    { fulfilled: ["order, pay, office refund part unfulfilled, job"] },
    [WAS_REFUNDED, "if (order.refunded > 0) return;"],
  ),
  "delivers what was refunded or charged back before": wrong(
    { paid: ["office refund", "refund", "chargeback"].map((kind) => `order, pay, ${kind} unfulfilled, job`) },
    [WAS_REFUNDED, ""],
  ),
  "reads the next key before it takes it": wrong(
    { delivered: ["order, other, pay both"] },
    [
      `for (const id of await this.database.transaction(({ orders }) => [...orders.keys()])) {
      ${CATCHES}
    }`,
      `const ids = await this.database.transaction(({ orders }) => [...orders.keys()]);
    await Promise.all(ids.map((id) => this.deliverOne(id).catch(() => undefined)));`,
    ],
    [
      "await this.database.transaction((tables) => {\n      const order = tables.orders.get(id);\n      if (!order || order.paidBy",
      "const sold = await this.database.transaction((tables) => tables.sold);\n    await this.database.transaction((tables) => {\n      const order = tables.orders.get(id);\n      if (!order || order.paidBy",
    ],
    ["tables.sold += 1;", "tables.sold = sold + 1;"],
  ),
  "looks at its stock before it takes a piece": wrong(
    { stock: ["order, sell out"] },
    [
      "const isSold = await this.database.transaction((tables) => {",
      "const stock = await this.database.transaction((tables) => tables.stock);\n    const isSold = await this.database.transaction((tables) => {",
    ],
    [
      "if (tables.stock < 1) return false;\n      tables.stock -= 1;",
      "if (stock < 1) return false;\n      tables.stock = stock - 1;",
    ],
  ),
  "closes paid orders at the end of their time": wrong(
    { fulfilled: ["order, pay, expire unfulfilled, job"] },
    ["if (order.paidBy !== null || order.closed) continue;", "if (order.closed) continue;"],
  ),
  "opens an order again at the end of its time": wrong({ others: [`${AFTER}, expire orders, pay again`] }, [
    "if (order.paidBy !== null || order.closed) continue;",
    "if (order.license) Object.assign(order, { paidBy: null, license: undefined });\n        if (order.closed || order.paidBy === null) continue;",
  ]),
  "stops at an address that does not exist": wrong(
    { "bad order": ["order, other, fail shipping, pay, deliver, pay other, job"] },
    [CATCHES, "await this.deliverOne(id);"],
  ),
  "counts declined refunds": wrong({ accepted: [`${AFTER}, refund @declined, refund rest`] }, [
    'if (paidBy === null) throw new Error("The order is not paid");',
    `const sum = await this.database.transaction(({ rows }) =>
      [...rows.values()].reduce((total, row) => total + (row.orderId === orderId && row.id !== id ? row.amount : 0), amount),
    );
    if (paidBy === null || sum > 12_900) throw new Error("It is more than the rest");`,
  ]),
  "refunds a payment in review by the decimals of its order": wrong(
    { refund: ["order, pay currency 0, job, refund review"] },
    [REVIEWED, REVIEWED.replace("amount", "amount / 100")],
  ),
  "deletes the reviews of other payments when a notification comes again": wrong(
    { others: [`${AFTER}, pay again, repeat first`] },
    [
      "if (order?.paidBy === uid) reviews.delete(key);",
      "for (const [name, row] of reviews) if (order?.paidBy === uid && row.orderId === id) reviews.delete(name);",
    ],
  ),
  "gives a payment up after some tries": wrong(
    { fulfilled: ["order, pay, go down, deliver, job, job, come back, job"] },
    ["class Database {", "const tries = new Map<string, number>();\n\nclass Database {"],
    [
      "else await this.database.transaction(({ inbox }) => inbox.add(uid));",
      `else
      await this.database.transaction(({ inbox, tokens }) => {
        inbox.add(uid);
        for (const [token, id] of tokens) if (id === Object(notification).transaction.tracking_id) tokens.delete(token);
      });`,
    ],
    [
      "await this.database.transaction(({ inbox }) => inbox.delete(uid));\n      } catch {}",
      `await this.database.transaction(({ inbox }) => inbox.delete(uid));
      } catch {
        tries.set(uid, (tries.get(uid) ?? 0) + 1);
        if (tries.get(uid) === 3) await this.database.transaction(({ inbox }) => inbox.delete(uid));
      }`,
    ],
  ),
  "sends open refunds again when it starts": wrong({ refund: [`${AFTER}, refund + restart at post @slow`] }, [
    "shop.database.close();\n        shop = new Shop(database, payments);",
    `shop.database.close();
        shop = new Shop(database, payments);
        for (const row of database.rows.values())
          if (row.state === "open") {
            row.state = "succeeded";
            const params = { parent_uid: row.parent, amount: row.amount, reason: "Returned" };
            void payments.transactions.refund(params).catch(() => undefined);
          }`,
  ]),
};
