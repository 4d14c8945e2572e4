import { CUSTOMER, ORDER } from "./customer.ts";
import { FORGERIES } from "./forgeries.ts";
import type { Move } from "./move.ts";
import { NEAR_MISS_MOVES } from "./near-misses.ts";
import { NOTIFICATIONS, OTHER_NOTIFICATIONS } from "./notifications.ts";
import { OPERATOR } from "./operator.ts";

/** Everything that can happen in a story. */
export const MOVES: ReadonlyMap<string, Move> = new Map(
  [
    ORDER,
    ...CUSTOMER,
    ...NOTIFICATIONS,
    ...OTHER_NOTIFICATIONS,
    ...NEAR_MISS_MOVES,
    ...FORGERIES,
    ...OPERATOR,
  ].map((move) => [move.name, move]),
);
