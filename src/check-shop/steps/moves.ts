import type { Move } from "../scenario/story-run.ts";
import { CUSTOMER } from "./customer.ts";
import { FORGERIES, NEAR_MISSES } from "./false-payments.ts";
import { NOTIFICATIONS, OTHER_NOTIFICATIONS } from "./notifications.ts";
import { STAFF } from "./staff.ts";

/** Everything that can happen in a story, by its name. */
export const MOVES: ReadonlyMap<string, Move & { readonly name: string }> = new Map(
  Object.entries({
    ...CUSTOMER,
    ...NOTIFICATIONS,
    ...OTHER_NOTIFICATIONS,
    ...NEAR_MISSES,
    ...FORGERIES,
    ...STAFF,
  }).map(([name, move]) => [name, { name, ...move }]),
);
