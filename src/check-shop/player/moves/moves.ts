import type { Vocabulary } from "../../stories/plan.ts";
import type { Move } from "../move.ts";
import { TRIED_VARIANTS } from "../variants.ts";
import { CUSTOMER } from "./customer.ts";
import { FORGERIES, NEAR_MISSES } from "./false-payments.ts";
import { FAULTS } from "./faults.ts";
import { NOTIFICATIONS, OTHER_NOTIFICATIONS } from "./notifications.ts";
import { OTHER_ORDERS } from "./other-orders.ts";
import { REQUESTS } from "./requests.ts";
import { STAFF } from "./staff.ts";

export const MOVES: ReadonlyMap<string, Move> = new Map(
  Object.entries({
    ...CUSTOMER,
    ...OTHER_ORDERS,
    ...NOTIFICATIONS,
    ...OTHER_NOTIFICATIONS,
    ...NEAR_MISSES,
    ...FORGERIES,
    ...STAFF,
    ...REQUESTS,
  }),
);

export const VOCABULARY: Vocabulary = {
  moves: MOVES,
  faults: FAULTS,
  groups: {
    forgeries: Object.keys(FORGERIES),
    nearMisses: Object.keys(NEAR_MISSES),
    otherNotifications: Object.keys(OTHER_NOTIFICATIONS),
    variants: TRIED_VARIANTS,
  },
};
