import type { Order } from "../orders.ts";
import type { Product } from "../products.ts";
import type { Review } from "../reviews.ts";
import { type Html, html } from "../web/html.ts";
import { page } from "./layout.ts";
import { money } from "./money.ts";
import { type AdminOrder, refundCell } from "./refund-cell.ts";

/** What the staff should do with a payment that pays no order. */
const ADVICE: Readonly<Record<string, string>> = {
  no_order: "Find out where it belongs, or refund it.",
  mismatch: "Compare it with the order, then refund it. The order can be paid again.",
  other_payment: "Refund this payment.",
  charged_back: "Look at the order. The customer’s bank took the money back.",
  no_function: "Void this payment.",
  unknown: "Check it in the gateway’s back office, then refund it. The order can be paid again.",
};

const time = (value: string): Html =>
  html`<time datetime="${value}">${value.slice(0, 16).replace("T", " ")}</time>`;

/** The paid amount. Its currency may be invalid. */
const paid = ({ amount, currency }: Review): string => {
  try {
    return money(Number(amount), String(currency));
  } catch {
    return `${amount} ${currency}`;
  }
};

const review = (each: Review): Html => html`
  <tr>
    <td>${time(each.receivedAt)}</td>
    <th scope="row">${each.reason.replaceAll("_", " ")}</th>
    <td class="number">${paid(each)}</td>
    <td>${each.message} ${ADVICE[each.reason]}<br><small>Payment ${each.uid}, order ${each.orderId ?? "none"}.</small></td>
    <td><form method="post" action="/admin/handled"><input type="hidden" name="key" value="${each.key}">
      <button class="outline" aria-label="Payment ${each.uid} is handled">Handled</button></form></td>
  </tr>`;

const reviewTable = (list: readonly Review[]): Html => html`
  <h2>Needs review</h2>
  <div class="overflow-auto"><table>
    <thead><tr><th scope="col">Received</th><th scope="col">Problem</th><th scope="col" class="number">Amount</th><th scope="col">What to do</th><th scope="col">Done</th></tr></thead>
    <tbody>${list.map(review)}</tbody>
  </table></div>`;

const statusOf = ({ paidBy, voucher }: Order): string => {
  if (paidBy === null) return "open";
  return voucher === null ? "paid, not fulfilled yet" : "fulfilled";
};

const order = (each: AdminOrder): Html => html`
  <tr>
    <th scope="row"><a href="/orders/${each.id}">${each.id.slice(0, 8)}</a></th>
    <td>${time(each.createdAt)}</td>
    <td>${each.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}</td>
    <td>${each.email}</td>
    <td class="number">${money(each.amount, each.currency)}</td>
    <td>${statusOf(each)}</td>
    <td>${refundCell(each)}</td>
  </tr>`;

const stock = ({ name, stock: left }: Product): Html | false =>
  left !== null && html`<li>${name}: ${left < 0 ? html`<strong>${-left} oversold</strong>` : left}</li>`;

export const adminPage = (
  orders: readonly AdminOrder[],
  reviews: readonly Review[],
  products: readonly Product[],
): string =>
  page({
    title: "Orders",
    body: html`
      <h1>Orders</h1>
      ${reviews.length > 0 && reviewTable(reviews)}
      <h2>The latest ${orders.length}</h2>
      <div class="overflow-auto"><table>
        <thead><tr><th scope="col">Order</th><th scope="col">Placed</th><th scope="col">What</th><th scope="col">Who</th><th scope="col" class="number">Amount</th><th scope="col">Status</th><th scope="col">Refunds</th></tr></thead>
        <tbody>${orders.map(order)}</tbody>
      </table></div>
      <h2>Stock</h2>
      <ul>${products.map(stock)}</ul>`,
  });
