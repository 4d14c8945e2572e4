import type { Child } from "hono/jsx";
import type { Gateway } from "../gateway/gateway.ts";
import type { Links } from "./parts/parts.tsx";

export interface PageProps {
  readonly gateway: Gateway;
  readonly url: URL;
  readonly links: Links;
}

/** A page of the navigation. The name is also the heading. */
export interface DashboardPage {
  readonly address: `/${string}`;
  readonly name: string;
  readonly View: (props: PageProps) => Child | Promise<Child>;
  /** The placeholder of the search. Undefined if the page searches orders. */
  readonly search: string | undefined;
}
