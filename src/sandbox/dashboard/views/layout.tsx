import { html } from "hono/html";
import type { PropsWithChildren } from "hono/jsx";
import { queryOf } from "../../explain/search.ts";
import { LINKED_PAGES, nextText } from "../../explain/sentence.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { Plan, Times } from "../../gateway/plans/plans.ts";
import type { DashboardPage } from "../parts/parts.tsx";

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%231f6feb'/%3E%3Cpath d='M3 6h10v5H3z' fill='%23fff'/%3E%3C/svg%3E";

const Document = ({ title, children }: PropsWithChildren<{ title: string }>) =>
  html`<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{title} · Local gateway</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href={ICON} />
        <link rel="stylesheet" href="/sandbox/style.css" />
        <script type="module" src="/sandbox/dashboard.js" />
      </head>
      <body>{children}</body>
    </html>
  )}`;

interface LayoutProps {
  readonly gateway: Gateway;
  readonly url: URL;
  readonly pages: readonly [orders: DashboardPage, ...others: DashboardPage[]];
  readonly page: DashboardPage;
  readonly title?: string;
}

/** Returns what the plans of a kind do, such as `the next 3 API calls fail`. */
const doneText = (
  { entries }: Pick<Plan<Times>, "entries">,
  what: string,
  [one, several]: readonly [one: string, several: string],
): string[] => {
  const count = entries.reduce((sum, [, { times = 1 }]) => sum + times, 0);
  return count === 0 ? [] : [`the ${nextText(count, what)} ${count === 1 ? one : several}`];
};

const plannedText = ({ failures, disturbances, declines }: Gateway): string | undefined => {
  const planned = [
    ...doneText(declines, "payment", ["is declined", "are declined"]),
    ...doneText(failures, "API call", ["fails", "fail"]),
    ...doneText(disturbances, "new notification", ["is disturbed", "are disturbed"]),
  ];
  return planned.length > 0 ? `As planned, ${planned.join(", and ")}. Change it on the page ` : undefined;
};

/** The result of an action, which the script shows. */
const Toast = () => (
  <div id="toast" class="toast">
    <p id="message" role="status" />
    <a id="show" href="/" hidden>
      Show
    </a>
  </div>
);

export const Layout = (props: PropsWithChildren<LayoutProps>) => {
  const { gateway, url, pages, page, title = page.name, children } = props;
  const query = queryOf(url);
  const planned = plannedText(gateway);
  const { failures } = LINKED_PAGES;
  const searched = page.search === undefined ? pages[0] : page;
  return (
    <Document title={title}>
      <header>
        <a class="skip" href="#main">
          Skip to the content
        </a>
        <a href="/">
          Local gateway <mark>Test</mark>
        </a>
        <nav aria-label="Pages of the dashboard">
          {pages.map(({ address, name }) => (
            <a href={address} aria-current={address === page.address ? "page" : undefined}>
              {name}
            </a>
          ))}
        </nav>
        <search>
          <form method="get" action={searched.address}>
            <input
              type="search"
              name="q"
              id="search"
              value={query}
              aria-label="Search"
              aria-keyshortcuts="/"
              placeholder={searched.search}
            />
            <button type="submit">Search</button>
            {query !== "" && <a href={searched.address}>Show all</a>}
          </form>
        </search>
        <p id="live">Reload to see changes</p>
        <Toast />
      </header>
      <main id="main" tabindex={-1}>
        {planned !== undefined && page.address !== failures.address && (
          <p class="banner">
            {planned}
            <a href={failures.address}>{failures.name}</a>.
          </p>
        )}
        {children}
      </main>
      <footer>
        <span id="zone">Times are UTC</span>. No money moves.
      </footer>
    </Document>
  );
};

export interface Missing {
  readonly title: string;
  readonly message: string;
}

export const MissingPage = ({ message, ...layout }: LayoutProps & Missing) => (
  <Layout {...layout}>
    <h1>{layout.title}</h1>
    <p role="alert">{message}</p>
    <p>
      <a href="/">All orders</a>
    </p>
  </Layout>
);
