import { CURRENCY } from "../catalogue.ts";
import { available, type Product } from "../products.ts";
import { type Html, html } from "../web/html.ts";
import { page } from "./layout.ts";
import { money } from "./money.ts";

const stockOf = (product: Product): Html => {
  if (available(product) === 0) return html`<p><small>Sold out</small></p>`;
  return product.stock === null ? html`` : html`<p><small>${product.stock} left</small></p>`;
};

const card = (product: Product): Html => html`
  <article>
    <h2><a href="/products/${product.id}">${product.name}</a></h2>
    <p>${product.description}</p>
    ${stockOf(product)}
    <p><strong>${money(product.amount, CURRENCY)}</strong></p>
  </article>`;

export const cataloguePage = (products: readonly Product[], inCart: number): string =>
  page({
    title: "Everything we sell",
    inCart,
    body: html`<h1>Everything we sell</h1>${products.map(card)}`,
  });

const quantityForm = (product: Product): Html => html`
  <form method="post" action="/cart">
    <input type="hidden" name="product" value="${product.id}">
    <label>Quantity
      <input type="number" name="quantity" value="1" min="1" max="${available(product)}" required></label>
    <button>Add to cart</button>
  </form>`;

export const productPage = (product: Product, inCart: number): string =>
  page({
    title: product.name,
    inCart,
    body: html`
      <h1>${product.name}</h1>
      <p>${product.description}</p>
      <p><strong>${money(product.amount, CURRENCY)}</strong></p>
      ${stockOf(product)}
      ${available(product) > 0 && html`${quantityForm(product)}`}`,
  });
