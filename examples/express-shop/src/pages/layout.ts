import { type Html, html } from "../web/html.ts";

interface PageOptions {
  readonly title: string;
  readonly body: Html;
  /** Number of items in the cart. */
  readonly inCart?: number;
  /** Seconds until the page is loaded again. */
  readonly refresh?: number;
}

export const page = ({ title, body, inCart = 0, refresh }: PageOptions): string =>
  html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    ${refresh !== undefined && html`<meta http-equiv="refresh" content="${refresh}">`}
    <title>${title} – Museum shop</title>
    <link rel="stylesheet" href="/pico.css">
    <link rel="stylesheet" href="/shop.css">
    <link rel="icon" href="data:,">
  </head>
  <body class="container">
    <a class="skip" href="#main">Skip to content</a>
    <header>
      <a href="/">Museum shop</a>
      <nav aria-label="Shop"><a href="/cart">Cart${inCart > 0 && html` (${inCart})`}</a></nav>
    </header>
    <main id="main">
      ${body}
    </main>
    <footer><small>An example of payments-client. <a href="/admin">Orders, for the shop’s staff</a></small></footer>
  </body>
</html>
`.text;

/** A page with a title and one sentence. */
export const messagePage = (title: string, message: string): string =>
  page({ title, body: html`<h1>${title}</h1><p>${message}</p><p><a href="/">To the shop</a></p>` });
