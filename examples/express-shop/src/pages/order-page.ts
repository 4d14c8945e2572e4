import type { Order, OrderLine } from "../orders.ts";
import type { PaymentState } from "../payments/ask-gateway.ts";
import { type Html, html } from "../web/html.ts";
import { page } from "./layout.ts";
import { money } from "./money.ts";

/** The state of the payment. `unreachable` if the gateway did not respond. */
export type ShownState = PaymentState | "unreachable" | "not started";

const NOTICES: Readonly<Record<ShownState, Html>> = {
  paid: html``,
  "in review": html`<p class="notice" role="status">Your payment arrived and is being checked by our staff.</p>`,
  "not started": html``,
  "waiting for the customer": html`<p class="notice" role="status">This order is not paid yet.</p>`,
  processing: html`<p class="notice" role="status">Your payment is being processed. This page updates automatically.</p>`,
  declined: html`<p class="notice bad" role="alert">Your payment was declined, and nothing was charged. You can try again, with another card too.</p>`,
  over: html`<p class="notice" role="status">The payment was not completed. You can try again.</p>`,
  unreachable: html`<p class="notice bad" role="alert">The payment service can’t be reached. Please try again in a moment. You will not be charged twice for this order.</p>`,
};

const paidNotice = ({ voucher, email }: Order): Html => html`
  <p class="notice good" role="status">Paid. Thank you!</p>
  ${
    voucher === null
      ? html`<p>Your voucher is on its way.</p>`
      : html`<p>Show this voucher at the entrance: <strong>${voucher}</strong></p>`
  }
  ${email !== "" && html`<p>Ordered by ${email}.</p>`}`;

const line = ({ name, quantity, amount }: OrderLine, currency: string): Html => html`
  <tr><th scope="row">${name}</th><td class="number">${quantity}</td><td class="number">${money(amount * quantity, currency)}</td></tr>`;

const summary = ({ lines, amount, currency }: Order): Html => html`
  <table>
    <thead><tr><th scope="col">Product</th><th scope="col" class="number">Quantity</th><th scope="col" class="number">Price</th></tr></thead>
    <tbody>${lines.map((each) => line(each, currency))}</tbody>
    <tfoot><tr><th scope="row" colspan="2">Total</th><td class="number">${money(amount, currency)}</td></tr></tfoot>
  </table>`;

const payForms = ({ id }: Order): Html => html`
  <div class="grid">
    <form method="post" action="/orders/${id}/pay"><button>Pay on the payment page</button></form>
    <form method="post" action="/orders/${id}/pay-here"><button class="outline">Pay here</button></form>
  </div>`;

/** Seconds until the page of a payment in progress reloads. */
const REFRESH = 3;

export const orderPage = (order: Order, state: ShownState): string =>
  page({
    title: order.paidBy ? "Thank you" : "Your order",
    ...(!order.paidBy && state === "processing" && { refresh: REFRESH }),
    body: html`
      <h1>${order.paidBy ? "Thank you" : "Your order"}</h1>
      ${order.paidBy ? paidNotice(order) : NOTICES[state]}
      ${summary(order)}
      ${!order.paidBy && state !== "processing" && state !== "in review" && payForms(order)}`,
  });
