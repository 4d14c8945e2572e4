import type { Redact } from "../../shared/redact.ts";
import type { Clock } from "./clock.ts";
import type { Journal } from "./journal.ts";
import type { PlannedDecline } from "./plans/declines.ts";
import type { DisturbNextOptions } from "./plans/disturbances.ts";
import type { FailNextOptions, Intercept } from "./plans/failures.ts";
import type { Plan } from "./plans/plan.ts";
import type { Deliver } from "./records/delivery.ts";
import type { Store } from "./records/store.ts";

/** The merchant's shop at the local gateway. */
export interface Settings {
  readonly shopId: string;
  readonly secretKey: string;
  readonly shopName: string;
  /** The registered address, where a customer returns by default. */
  readonly shopUrl: string | undefined;
  /** The `Authorization` header that the API expects and deliveries carry. */
  readonly authorization: string;
  readonly redact: Redact;
}

interface LoadedState {
  /** Identifiers of the deliveries that wait. */
  readonly deliveries: Set<string>;
  isReleased: boolean;
}

/** A local gateway: its records and what happened. Functions for API, pages and dashboard take it as their first argument. */
export interface Gateway {
  readonly settings: Settings;
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Journal;
  /** How the next API calls fail. */
  readonly failures: Plan<FailNextOptions>;
  /** How the next notifications are disturbed. */
  readonly disturbances: Plan<DisturbNextOptions>;
  /** How the next payments are declined. */
  readonly declines: Plan<PlannedDecline>;
  /** Until when an equal payment without a payment token is a duplicate. */
  readonly recentCharges: Map<string, Date>;
  /** The merchant's own way of posting, if there is one. */
  deliver: Deliver | undefined;
  /** Payment tokens whose notifications are lost. */
  readonly silenced: Set<string>;
  /** Identifiers of the notifications that follow the next one. */
  readonly held: string[];
  /** What waits since a state was loaded, until the developer asks for it. */
  readonly loaded: LoadedState;
  /** True for what timers of a loaded state do, not for what anybody asks for. */
  readonly isResuming: boolean;
  /** Called before each API call is processed. */
  intercept: Intercept | undefined;
}
