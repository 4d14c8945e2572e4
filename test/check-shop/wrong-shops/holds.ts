/** Mistakes in the right shop that holds amounts. */
import { AFTER, changesOf, UNCLEAR, type WrongShop } from "./wrong-shop.ts";

/** The shop that captures by itself. */
const automatic = changesOf({ file: "holds", index: 0 });

/** The shop whose staff captures. */
const withStaff = changesOf({ file: "holds", index: 1 });

const SHIPS_HELD = "if (!this.isAutomatic) order.shipments = 1;";
const ENDS = "row.state = sent.is;";

export const HOLDS: Readonly<Record<string, WrongShop>> = {
  "ships a held order, and never captures": automatic({ paid: [AFTER] }, [
    SHIPS_HELD,
    "order.shipments = 1;",
  ]),
  "never captures, and never ships": automatic({ hold: [AFTER] }, [
    "if (paidBy === null || shipments > 0 || isVoided) return;",
    "if (shipments === 0) return;",
  ]),
  "ships after a part was captured": automatic(
    { paid: ["order, pay, office capture part, deliver oldest, deliver"] },
    ["if (this.leftOf(order) > 0) return;", ""],
  ),
  "ships after a capture that did not succeed": automatic(
    {
      paid: [
        "order, pay, deliver @declined",
        "order, pay, deliver @422",
        "order, pay, expire hold, deliver",
        "order, pay, office void, deliver oldest",
      ],
    },
    [ENDS, `${ENDS}\n    if (method === "capture" && order) order.shipments = 1;`],
  ),
  "takes the refusal of a repeat for the result of a capture": automatic(
    { fulfilled: ["order, pay, deliver @no keys refused"] },
    [
      "const claim = (milliseconds: number) => this.database.claim(row, milliseconds);",
      `if (method === "capture") {
      const again = () => this.payments.transactions.capture({ parent_uid: parent, amount });
      const { status } = await again().catch(() => again()).catch(() => ({ status: "failed" }));
      row.state = status === "successful" ? "succeeded" : "refused";
      if (status === "failed") this.database.reviews.set(\`capture of \${orderId}\`, [orderId, parent]);
      else if (order) order.shipments = 1;
      return;
    }
    const claim = (milliseconds: number) => this.database.claim(row, milliseconds);`,
    ],
    ["captured({ summary,", "captured2({ summary,"],
    ["this.captured(", "this.captured2("],
  ),
  "refunds from the hold instead of its capture": automatic(
    { accepted: [`${AFTER}, refund`] },
    ["parts.push([uid, part]);", "parts.push([this.database.orders.get(orderId)?.paidBy ?? uid, part]);"],
    // Its timer captures some moments later.
    [
      "for (const each of this.database.orders.values()) await this.capture(each).catch(() => undefined);",
      "setTimeout(() => Array.from(this.database.orders.values(), (each) => this.capture(each).catch(() => undefined)), 300);",
    ],
  ),
  "forgets a hold after a declined capture": automatic(
    { hold: ["order, pay, deliver @declined", "order, pay, deliver @declined and lost"] },
    ["const MAX_CAPTURES = 3;", "const MAX_CAPTURES = 1;"],
    ["this.database.reviews.set(`capture of ${id}`, [id, paidBy]);", ""],
  ),
  "does not read captures of the back office": automatic(
    { fulfilled: ["order, pay, office capture, deliver oldest, deliver"] },
    ["captured({ summary,", "captured2({ summary,"],
    ["this.captured(", "this.captured2("],
    ["this.database.reviews.set(`capture of ${id}`, [id, paidBy]);", ""],
  ),
  "takes a void or a capture of another hold for its own": withStaff(
    { hold: ["void", "capture"].map((how) => `${AFTER}, pay again, office ${how} second, deliver, job`) },
    ["if (parent !== order.paidBy) return;", ""],
    ["if (!order || transaction?.parent_uid !== order.paidBy) return;", "if (!order) return;"],
    [
      'if (!order?.paidBy) throw new Error("The order is not held");\n    const rows',
      'if (!order?.paidBy || order.isVoided) throw new Error("The order is not held");\n    const rows',
    ],
  ),
  "keeps a second hold in silence": withStaff({ hold: [`${AFTER}, pay again`, "order, pay 1 less"] }, [
    'this.database.reviews.set(key, [order?.id ?? summary.trackingId ?? "", summary.uid]);',
    "",
  ]),
  "lets the last of two holds win": {
    ...withStaff(
      { hold: ["order, pay two"] },
      ["authorized({ order, uid, key }", "async authorized({ order, uid, key }"],
      [
        "key: string }): void {\n    order.paidBy ??= uid;\n    if (order.paidBy !== uid) return;",
        "key: string }): Promise<void> {\n    await new Promise((resolve) => setTimeout(resolve, 5));\n    order.paidBy = uid;",
      ],
    ),
    without: ["reconcile"],
  },
  "accepts a capture that it does not make": withStaff(
    { capture: [AFTER, `${AFTER}, capture`, `${AFTER}, capture 1`, `${AFTER}, capture all but 1`] },
    ['await this.make([this.database.store("capture", orderId, order.paidBy, amount, request)]);', ""],
  ),
  "captures more than it holds": withStaff(
    { "held amount": [`${AFTER}, capture 1 more`, `${AFTER}, capture, capture 1 more`] },
    ["if (isNew && amount > this.leftOf(order) - open)", "if (isNew && amount === open)"],
  ),
  "counts the notification of its own capture as another one": withStaff(
    { accepted: [`${AFTER}, capture all but 1, deliver, capture rest`] },
    ["summary: Object({ uid: sent.transaction.uid,", "summary: Object({ uid: id,"],
  ),
  "captures again with a new key": withStaff(
    { capture: [...UNCLEAR.map((fault) => `${AFTER}, capture @${fault}, capture again`)] },
    ["if (open) return open;", 'if (open && method !== "capture") return open;'],
    ["const id = request ??", 'const id = (method === "capture" ? undefined : request) ??'],
  ),
  "takes an equal capture for a repeat": withStaff({ capture: [`${AFTER}, capture, capture same`] }, [
    ": row.id === request;",
    ': row.id === request || (method === "capture" && row.amount === amount);',
  ]),
  "loses a minor unit of a capture": withStaff(
    { capture: ["19.99", "1.15", "4.35"].map((amount) => `${AFTER}, capture ${amount}`) },
    [
      "{ parent_uid: parent, amount, ...",
      "{ parent_uid: parent, amount: Math.trunc((amount / 100) * 100), ...",
    ],
  ),
  "sends a call for every process": withStaff(
    {
      refund: [`${AFTER}, capture rest, refund @post 503, job + job @no keys`],
      capture: [`${AFTER}, capture @post 503, job + job @no keys`, `${AFTER}, capture twice @no keys`],
    },
    [
      'if (row.state !== "open" || Date.now() - row.sentAt < milliseconds) return false;',
      "void milliseconds;",
    ],
  ),
  "refunds only the first of several captures": withStaff(
    { refund: [`${AFTER}, capture, capture rest, refund rest`] },
    ["if (part > 0) parts.push", "if (part > 0 && parts.length === 0) parts.push"],
  ),
};
