import type { DashboardPage } from "./page.ts";
import { CallsPage } from "./views/calls-page.tsx";
import { CardsPage } from "./views/cards-page.tsx";
import { EnvironmentPage } from "./views/environment-page.tsx";
import { FailuresPage } from "./views/failures-page.tsx";
import { OrdersPage } from "./views/orders-page.tsx";
import { ProductsPage } from "./views/products-page.tsx";

/**
 * The pages of the dashboard, in the order of the navigation. The API has `/products`, so only the first one is outside
 * of `/sandbox`.
 */
export const PAGES: readonly [orders: DashboardPage, ...others: DashboardPage[]] = [
  { address: "/", name: "Orders", View: OrdersPage, search: "Order, customer, amount, answer" },
  { address: "/sandbox/calls", name: "API calls", View: CallsPage, search: "Path, status, text of a body" },
  { address: "/sandbox/products", name: "Products", View: ProductsPage, search: "Product, price, id" },
  { address: "/sandbox/cards", name: "Test cards", View: CardsPage, search: undefined },
  { address: "/sandbox/failures", name: "Failures", View: FailuresPage, search: undefined },
  { address: "/sandbox/environment", name: "Environment", View: EnvironmentPage, search: undefined },
];
