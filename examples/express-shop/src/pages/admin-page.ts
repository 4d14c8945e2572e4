import type { Problem } from "../needs-review.ts";
import type { Order } from "../orders.ts";
import type { Product } from "../products.ts";
import { type Html, html } from "../web/html.ts";
import { page } from "./layout.ts";
import { money } from "./money.ts";
import { type AdminOrder, refundCell } from "./refund-cell.ts";

/** What the staff should do about a payment that paid no order. */
const ADVICE: Readonly<Record<string, string>> = {
  "second payment": "The order was paid before: refund this payment.",
  mismatch:
    "Amount, currency or mode differ from the order: compare, then refund this payment. The order can be paid again.",
  contradictory:
    "The gateway’s data contradicts itself: check its back office, then refund this payment. The order can be paid again.",
  "unknown order": "Not an order of this shop: find out where it belongs, or refund it.",
};

const time = (value: string): Html =>
  html`<time datetime="${value}">${value.slice(0, 16).replace("T", " ")}</time>`;

/** The paid amount; its currency may be invalid. */
const paid = ({ amount, currency }: Problem): string => {
  try {
    return money(Number(amount), String(currency));
  } catch {
    return `${amount} ${currency}`;
  }
};

const problem = (each: Problem): Html => html`
  <tr>
    <td>${time(each.receivedAt)}</td>
    <th scope="row">${each.outcome}</th>
    <td class="number">${paid(each)}</td>
    <td>${ADVICE[each.outcome]}<br><small>Payment ${each.uid}, order ${each.orderId ?? "none"}. ${each.message}</small></td>
    <td><form method="post" action="/admin/handled"><input type="hidden" name="key" value="${each.key}">
      <button class="quiet" aria-label="Payment ${each.uid} is handled">Handled</button></form></td>
  </tr>`;

const problems = (list: readonly Problem[]): Html => html`
  <h2>Needs attention</h2>
  <div class="scroll"><table>
    <thead><tr><th scope="col">Received</th><th scope="col">Problem</th><th scope="col" class="number">Amount</th><th scope="col">What to do</th><th scope="col">Done</th></tr></thead>
    <tbody>${list.map(problem)}</tbody>
  </table></div>`;

const statusOf = ({ isPaid, voucher }: Order): string => {
  if (!isPaid) return "open";
  return voucher === null ? "paid, not fulfilled yet" : "fulfilled";
};

const order = (each: AdminOrder): Html => html`
  <tr>
    <th scope="row"><a href="/orders/${each.id}">${each.id.slice(0, 8)}</a></th>
    <td>${time(each.createdAt)}</td>
    <td>${each.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(", ")}${each.source === "link" && " (by link)"}</td>
    <td>${each.email}</td>
    <td class="number">${money(each.amount, each.currency)}</td>
    <td>${statusOf(each)}</td>
    <td>${refundCell(each)}</td>
  </tr>`;

const stock = ({ name, stock: left }: Product): Html | false =>
  left !== null && html`<li>${name}: ${left < 0 ? html`<strong>${-left} oversold</strong>` : left}</li>`;

export const adminPage = (
  orders: readonly AdminOrder[],
  attention: readonly Problem[],
  products: readonly Product[],
): string =>
  page({
    title: "Orders",
    body: html`
      <h1>Orders</h1>
      ${attention.length > 0 && problems(attention)}
      <h2>The latest ${orders.length}</h2>
      <div class="scroll"><table>
        <thead><tr><th scope="col">Order</th><th scope="col">Placed</th><th scope="col">What</th><th scope="col">Who</th><th scope="col" class="number">Amount</th><th scope="col">Status</th><th scope="col">Refunds</th></tr></thead>
        <tbody>${orders.map(order)}</tbody>
      </table></div>
      <h2>Stock</h2>
      <ul>${products.map(stock)}</ul>`,
  });
