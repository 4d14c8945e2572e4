import type { Child } from "hono/jsx";
import type { Gateway } from "../gateway/gateway.ts";
import type { Links } from "./parts/links.ts";

export interface PageProps {
  readonly gateway: Gateway;
  readonly url: URL;
  readonly links: Links;
}

/** The pages that sentences and other pages link to. */
export const LINKED_PAGES = {
  calls: { address: "/sandbox/calls", name: "API calls" },
  products: { address: "/sandbox/products", name: "Products" },
  failures: { address: "/sandbox/failures", name: "Failures" },
  notifications: { address: "/sandbox/notifications", name: "Notifications" },
  environment: { address: "/sandbox/environment", name: "Environment" },
  guide: { address: "/sandbox/environment#verify", name: "Verify notifications" },
} as const;

/** A page of the navigation. Its name is its heading, too. */
export interface DashboardPage {
  readonly address: `/${string}`;
  readonly name: string;
  readonly View: (props: PageProps) => Child | Promise<Child>;
  /** What its search finds, as the search's placeholder; undefined if the search on this page is that of the orders. */
  readonly search: string | undefined;
}
