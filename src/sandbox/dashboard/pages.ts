import { LINKED_PAGES } from "../explain/sentence.ts";
import type { DashboardPage } from "./parts/parts.tsx";
import { CardsPage } from "./views/cards-page.tsx";
import { EnvironmentPage } from "./views/environment-page.tsx";
import { FailuresPage } from "./views/failures-page.tsx";
import { LogPage } from "./views/log-page.tsx";
import { OrdersPage } from "./views/orders-page.tsx";
import { ProductsPage } from "./views/products-page.tsx";

/** The pages in the order of the navigation. All but the first are below `/sandbox`, because the API has `/products`. */
export const PAGES: readonly [orders: DashboardPage, ...others: DashboardPage[]] = [
  { address: "/", name: "Orders", View: OrdersPage, search: "Order, customer, amount, card, answer" },
  { ...LINKED_PAGES.log, View: LogPage, search: "Order, path, status, text of a body" },
  { ...LINKED_PAGES.products, View: ProductsPage, search: "Product, price, id" },
  { address: "/sandbox/cards", name: "Test cards", View: CardsPage, search: undefined },
  { ...LINKED_PAGES.failures, View: FailuresPage, search: undefined },
  { ...LINKED_PAGES.environment, View: EnvironmentPage, search: undefined },
];
