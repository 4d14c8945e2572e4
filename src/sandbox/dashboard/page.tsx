import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import type { Shop } from "../gateway/shop.ts";
import { CredentialsSection } from "./sections/credentials.tsx";
import { DeliveriesSection } from "./sections/deliveries-section.tsx";
import { DisturbancesSection } from "./sections/disturbances-section.tsx";
import { FailuresSection } from "./sections/failures-section.tsx";
import type { Links } from "./sections/links.ts";
import { ProductsSection } from "./sections/products-section.tsx";
import { RequestsSection } from "./sections/requests-section.tsx";
import { TestCardsSection } from "./sections/test-cards-section.tsx";
import { TokensSection } from "./sections/tokens-section.tsx";
import { TransactionsSection } from "./sections/transactions-section.tsx";
import { LISTS, type View } from "./view.ts";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231f6feb'/%3E%3Cpath d='M3 6h10v5H3z' fill='%23fff'/%3E%3C/svg%3E";

const Document = ({ title, children }: PropsWithChildren<{ title: string }>) =>
  html`<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href="/sandbox/style.css" />
        <script type="module" src="/sandbox/dashboard.js" />
      </head>
      <body>{children}</body>
    </html>
  )}`;

const Header = ({ query }: { query: string }) => (
  <header>
    <h1>Payments sandbox</h1>
    <nav aria-label="Sections">
      {Object.entries(LISTS).map(([id, name]) => (
        <a href={`#${id}`}>{name}</a>
      ))}
      <a href="#failures">Failures</a>
    </nav>
    <search>
      <form method="get" action="/">
        <input
          type="search"
          name="q"
          id="search"
          value={query}
          aria-label="Search"
          placeholder="Order, token, uid, email, amount"
        />
        <button type="submit">Search</button>
        {query !== "" && <a href="/">Show all</a>}
      </form>
    </search>
    <p id="live">Reload to see changes</p>
    <p id="said" role="status" />
  </header>
);

interface PageProps {
  readonly shop: Shop;
  /** The address at which the dashboard was opened. */
  readonly origin: string;
  readonly links: Links;
  readonly publicKey: string;
  readonly view: View;
}

/** The whole dashboard. */
export const DashboardPage = ({ shop, origin, links, publicKey, view }: PageProps) => {
  const failures = <FailuresSection failures={shop.failures} />;
  const disturbances = <DisturbancesSection disturbances={shop.disturbances} />;
  return (
    <Document title="Payments sandbox">
      <Header query={view.query} />
      <main>
        {view.query === "" && (
          <div class="columns">
            <div>
              <CredentialsSection
                shopId={shop.shopId}
                secretKey={shop.secretKey}
                publicKey={publicKey}
                origin={origin}
              />
              {failures}
            </div>
            <TestCardsSection />
          </div>
        )}
        {view.query === "" && disturbances}
        <ProductsSection shop={shop} links={links} view={view} />
        <TokensSection shop={shop} links={links} view={view} />
        <TransactionsSection store={shop.store} view={view} />
        <DeliveriesSection store={shop.store} view={view} />
        <RequestsSection shop={shop} view={view} />
        {view.query !== "" && failures}
        {view.query !== "" && disturbances}
      </main>
      <footer>Times are UTC. No money moves.</footer>
    </Document>
  );
};

/** The page that explains why an action was refused. */
export const RefusedPage = ({ message }: { message: string }) => (
  <Document title="Action failed · Payments sandbox">
    <main>
      <h1>Action failed</h1>
      <p role="alert" id="refusal">
        {message}
      </p>
      <p>
        <a href="/">Back to the dashboard</a>
      </p>
    </main>
  </Document>
);
