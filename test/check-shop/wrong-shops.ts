/** All wrong shops, by what they do. */
import { BILLS } from "./wrong-shops/bills.ts";
import { HOLDS } from "./wrong-shops/holds.ts";
import { LICENSES } from "./wrong-shops/licenses.ts";
import { NEAR_MISSES } from "./wrong-shops/near-misses.ts";
import { NOTIFICATIONS } from "./wrong-shops/notifications.ts";
import { ORDERS } from "./wrong-shops/orders.ts";
import { REQUESTS } from "./wrong-shops/requests.ts";
import { TICKETS } from "./wrong-shops/tickets.ts";
import { VARIANTS } from "./wrong-shops/variants.ts";
import type { WrongShop } from "./wrong-shops/wrong-shop.ts";

export const WRONG_SHOPS: Readonly<Record<string, WrongShop>> = {
  ...ORDERS,
  ...NOTIFICATIONS,
  ...NEAR_MISSES,
  ...REQUESTS,
  ...HOLDS,
  ...BILLS,
  ...TICKETS,
  ...LICENSES,
  ...VARIANTS,
};
