import type { Order } from "../orders.ts";
import type { Token } from "../payments/checkouts.ts";
import { html } from "../web/html.ts";
import { page } from "./layout.ts";
import { money } from "./money.ts";

/** The page with the widget on it. `pay-here.js` reads the data attributes: no script stands in the page. */
export const payHerePage = (
  { id, amount, currency }: Order,
  { token, redirectUrl }: Pick<Token, "token" | "redirectUrl">,
  checkoutUrl: string,
): string =>
  page({
    title: "Pay",
    body: html`
      <h1>Pay ${money(amount, currency)}</h1>
      <div id="pay-here" data-token="${token}" data-checkout-url="${checkoutUrl}" data-return-url="/orders/${id}/return">
        <p><button type="button">Open the payment form</button></p>
      </div>
      <p>Does nothing open? <a href="${redirectUrl}">Pay on the payment page</a>, or go <a href="/orders/${id}">back to the order</a>.</p>
      <script src="${checkoutUrl}/widget/be_gateway.js"></script>
      <script src="/pay-here.js"></script>`,
  });
