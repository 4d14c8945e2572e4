import { randomUUID } from "node:crypto";
import { fromMinorUnits } from "payments-client";
import type { Order } from "../orders.ts";
import { type Refund, refundedOf } from "../refunds.ts";
import { type Html, html } from "../web/html.ts";
import { money } from "./money.ts";

/** An order with its refunds. */
export interface AdminOrder extends Order {
  readonly refunds: readonly Refund[];
}

const LABELS = { open: "under way", succeeded: "refunded", declined: "declined", refused: "refused" };

const refundLine = ({ amount, status, reason, message }: Refund, currency: string): Html =>
  html`<li>${money(amount, currency)} ${LABELS[status]}: ${reason}${status !== "succeeded" && message !== null && html` <small>${message}</small>`}</li>`;

/** Refunds the rest or a part of it. The form contains the refund's id, so submitting it twice makes one refund. */
const refundForm = ({ id, currency }: Order, left: number): Html => html`
  <form method="post" action="/admin/refunds">
    <input type="hidden" name="refund" value="refund-${randomUUID()}">
    <input type="hidden" name="order" value="${id}">
    <input name="amount" value="${fromMinorUnits(left, currency)}" inputmode="decimal" required aria-label="Amount to refund of order ${id.slice(0, 8)}, in ${currency}">
    <input name="reason" maxlength="255" required placeholder="Reason" aria-label="Reason for the refund of order ${id.slice(0, 8)}">
    <button class="outline" aria-label="Refund order ${id.slice(0, 8)}">Refund</button>
  </form>`;

/** The refunds of an order with their total, and a form to refund the rest. */
export const refundCell = (order: AdminOrder): Html => {
  const { refunds, amount, currency, paidBy } = order;
  const refunded = refundedOf(refunds);
  const left = amount - refunded;
  return html`
    ${refunds.length > 0 && html`<ul>${refunds.map((refund) => refundLine(refund, currency))}</ul>`}
    ${refunded > 0 && html`<p>${money(refunded, currency)} of ${money(amount, currency)}</p>`}
    ${paidBy && left > 0 && refundForm(order, left)}`;
};
