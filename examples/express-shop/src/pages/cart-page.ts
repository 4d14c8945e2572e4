import { type CartItem, countOf, totalOf } from "../cart.ts";
import { CURRENCY } from "../catalogue.ts";
import { available } from "../products.ts";
import { type Html, html } from "../web/html.ts";
import { page } from "./layout.ts";
import { money } from "./money.ts";

const line = ({ product, quantity }: CartItem): Html => html`
  <tr>
    <th scope="row"><a href="/products/${product.id}">${product.name}</a></th>
    <td>
      <form method="post" action="/cart/${product.id}">
        <input type="number" name="quantity" value="${quantity}" min="0" max="${available(product)}"
          aria-label="Quantity of ${product.name}" required>
        <button class="outline">Change</button>
      </form>
    </td>
    <td class="number">${money(product.amount * quantity, CURRENCY)}</td>
  </tr>`;

const orderForm = (email: string): Html => html`
  <form method="post" action="/orders">
    <label>E-mail
      <input type="email" name="email" value="${email}" autocomplete="email" maxlength="255" required></label>
    <button>Place the order</button>
  </form>`;

const cart = (items: readonly CartItem[], email: string): Html => html`
  <table>
    <thead><tr><th scope="col">Product</th><th scope="col">Quantity</th><th scope="col" class="number">Price</th></tr></thead>
    <tbody>${items.map(line)}</tbody>
    <tfoot><tr><th scope="row" colspan="2">Total</th><td class="number">${money(totalOf(items), CURRENCY)}</td></tr></tfoot>
  </table>
  ${orderForm(email)}`;

/** `problem`: why the cart could not be ordered. */
export const cartPage = (items: readonly CartItem[], email = "", problem?: string): string =>
  page({
    title: "Your cart",
    inCart: countOf(items),
    body: html`
      <h1>Your cart</h1>
      ${problem !== undefined && html`<p class="notice bad" role="alert">${problem}</p>`}
      ${items.length === 0 ? html`<p>Your cart is empty. <a href="/">See our products</a>.</p>` : cart(items, email)}`,
  });
