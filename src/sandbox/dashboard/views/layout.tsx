import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import type { Shop } from "../../gateway/shop.ts";
import { type Links, PAGES, type PageAddress } from "../parts/links.ts";
import { queryOf } from "../search.ts";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231f6feb'/%3E%3Cpath d='M3 6h10v5H3z' fill='%23fff'/%3E%3C/svg%3E";

const Document = ({ title, children }: PropsWithChildren<{ title: string }>) =>
  html`<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title} · Payments sandbox</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href="/sandbox/style.css" />
        <script type="module" src="/sandbox/dashboard.js" />
      </head>
      <body>{children}</body>
    </html>
  )}`;

/** What the pages are made from. */
export interface PageProps {
  readonly shop: Shop;
  readonly url: URL;
  readonly links: Links;
  /** What the action that led here did. */
  readonly said: string | undefined;
}

/** What a search on a page finds. */
const SEARCHED: Readonly<Partial<Record<string, string>>> = {
  "/sandbox/calls": "Path, status, text of a body",
  "/sandbox/products": "Product, price, id",
};

interface LayoutProps extends PageProps {
  readonly title: string;
  /** The page in the navigation. */
  readonly at: PageAddress;
}

const planned = ({ failures, disturbances }: Shop): number =>
  failures.items.length + disturbances.items.length;

/** A page with the navigation, the search and the footer. */
export const Layout = ({ shop, url, said, title, at, children }: PropsWithChildren<LayoutProps>) => {
  const query = queryOf(url);
  const target = SEARCHED[at] ? at : "/";
  return (
    <Document title={title}>
      <header>
        <a class="brand" href="/">
          Payments sandbox
        </a>
        <nav aria-label="Pages of the dashboard">
          {Object.entries(PAGES).map(([address, name]) => (
            <a href={address} aria-current={address === at ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <search>
          <form method="get" action={target}>
            <input
              type="search"
              name="q"
              id="search"
              value={query}
              aria-label="Search"
              aria-keyshortcuts="/"
              placeholder={SEARCHED[at] ?? "Order, token, uid, email, amount"}
            />
            <button type="submit">Search</button>
            {query !== "" && <a href={target}>Show all</a>}
          </form>
        </search>
        <p id="live">Reload to see changes</p>
        <p id="said" role="status">
          {said}
        </p>
      </header>
      <main id="main" tabindex={-1}>
        {planned(shop) > 0 && at !== "/sandbox/failures" && (
          <p class="banner">
            The next calls or notifications are disturbed: see <a href="/sandbox/failures">Failures</a>.
          </p>
        )}
        {children}
      </main>
      <footer>Times are UTC. No money moves.</footer>
    </Document>
  );
};

/** The page that explains why an action was refused, or that there is no such order. */
export const RefusedPage = ({ title, message }: { title: string; message: string }) => (
  <Document title={title}>
    <main>
      <h1>{title}</h1>
      <p role="alert" id="refusal">
        {message}
      </p>
      <p>
        <a href="/">Back to the orders</a>
      </p>
    </main>
  </Document>
);
