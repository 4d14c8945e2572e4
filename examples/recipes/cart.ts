import { randomUUID } from "node:crypto";
import type { PaymentsClient } from "payments-client";
import { openTokens, orders } from "./orders.ts";

/** Stands for your table of products. Prices are in minor units. */
export const products = new Map([
  ["pass", { name: "Annual pass", price: 9900, stock: 40 }],
  ["guide", { name: "Guide book", price: 3000, stock: 12 }],
]);

/** A line of a cart, as the browser sends it. It contains no price. */
export interface Line {
  readonly product: string;
  readonly quantity: number;
}

/** Stands for your table of lines. */
const linesOf = new Map<string, readonly Line[]>();

const piecesIn = (lines: readonly Line[], product: string): number =>
  lines.reduce((sum, line) => sum + (line.product === product ? line.quantity : 0), 0);

/** Stores the order of a cart, and reserves its stock, in one transaction. */
function placeOrder(lines: readonly Line[]) {
  // Each order that is not closed reserves its lines.
  const reserved = [...linesOf].flatMap(([id, list]) =>
    orders.get(id)?.closed ? [] : list,
  );
  const positions = lines.map(({ product, quantity }) => {
    if (!Number.isSafeInteger(quantity) || quantity < 1)
      throw new RangeError(`${quantity} is no quantity`);
    const found = products.get(product);
    if (!found || piecesIn([...reserved, ...lines], product) > found.stock)
      throw new RangeError(`Not enough of ${product} are left`);
    const { name, price } = found;
    return { name, description: name, quantity, amount: price * quantity };
  });
  const id = randomUUID();
  const amount = positions.reduce((sum, position) => sum + position.amount, 0);
  const order = { id, amount, currency: "EUR", paidBy: null };
  orders.set(id, order);
  linesOf.set(id, lines);
  return { ...order, positions };
}

/** Returns the address of the payment page. */
export async function checkOut(
  payments: PaymentsClient,
  lines: readonly Line[],
): Promise<string> {
  const { id, amount, currency, positions } = placeOrder(lines);
  const expiresAt = Date.now() + 15 * 60_000;
  const { token, redirect_url } = await payments.checkouts.create(
    {
      transaction_type: "payment",
      attempts: 3, // cards that the customer may try
      order: {
        amount,
        currency,
        description: positions.map(({ name }) => name).join(", "),
        tracking_id: id,
        expired_at: new Date(expiresAt), // default: 24 hours
        additional_data: { cart: { positions } },
      },
      settings: {
        notification_url: "https://shop.example/notify",
        return_url: `https://shop.example/orders/${id}`,
      },
    },
    { resend: true }, // if the response was lost, because a second token charges nothing
  );
  openTokens.set(token, expiresAt); // before the customer sees the page
  return redirect_url;
}
