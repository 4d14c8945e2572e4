import type { Order } from "../orders.ts";
import type { Token } from "../payments/checkouts.ts";
import { html } from "../web/html.ts";
import { page } from "./layout.ts";
import { money } from "./money.ts";

/** The page with the widget. `pay-here.js` reads the data attributes, so the page needs no inline script. */
export const payHerePage = (
  { id, amount, currency }: Order,
  { token, redirectUrl }: Token,
  checkoutUrl: string,
): string =>
  page({
    title: "Pay",
    body: html`
      <h1>Pay ${money(amount, currency)}</h1>
      <div id="pay-here" data-token="${token}" data-checkout-url="${checkoutUrl}" data-return-url="/orders/${id}/return">
        <p><button type="button">Open the payment form</button></p>
      </div>
      <p>If the form does not open, <a href="${redirectUrl}">pay on the payment page</a>, or go <a href="/orders/${id}">back to the order</a>.</p>
      <script src="${checkoutUrl}/widget/be_gateway.js"></script>
      <script src="/pay-here.js"></script>`,
  });
