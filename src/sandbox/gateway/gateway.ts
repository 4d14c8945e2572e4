import type { Redact } from "../../shared/redact.ts";
import type { Clock } from "./clock.ts";
import type { Journal } from "./journal.ts";
import type { Deliver, Order } from "./orders/order.ts";
import type { Store } from "./orders/store.ts";
import type { DisturbNextOptions, FailNextOptions, Intercept, Plan, PlannedDecline } from "./plans/plans.ts";
import type { Variants } from "./variants.ts";

export interface GatewaySettings {
  readonly shopId: string;
  readonly secretKey: string;
  readonly shopName: string;
  /** The registered address, to which customers return by default. */
  readonly shopUrl: string | undefined;
  /** The `Authorization` header that the API requires and deliveries contain. */
  readonly authorization: string;
  readonly redact: Redact;
}

/** The state of a local gateway. API, pages and dashboard pass it to the functions of this folder. */
export interface Gateway {
  readonly settings: GatewaySettings;
  readonly variants: Variants;
  /** The variants of orders for which others hold. */
  readonly variantsByOrder: Map<string, Variants>;
  readonly store: Store;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly failures: Plan<FailNextOptions>;
  readonly disturbances: Plan<DisturbNextOptions>;
  readonly declines: Plan<PlannedDecline>;
  /** Times until which an equal payment without a payment token is a duplicate. */
  readonly recentCharges: Map<string, Date>;
  deliver: Deliver | undefined;
  /** Payment tokens whose notifications are lost. */
  readonly silenced: Set<string>;
  /** Ids of the notifications that wait for the next notification. */
  readonly held: string[];
  /** Whether it ever listened with a public address. */
  wasPublic: boolean;
  /** True for actions of timers of a loaded state, whose notifications are not posted. */
  readonly isResuming: boolean;
  intercept: Intercept | undefined;
}

/** `wrong_type` and `wrong_value` are mistakes in a parameter. The other refusals depend on the state of the gateway. */
type RefusalCode = "wrong_type" | "wrong_value" | "not_found" | "not_possible";

/** Why the gateway does not do what a customer or a developer wants. */
export class Refusal extends Error {
  override readonly name: string = "Refusal";
  readonly code: RefusalCode;
  /** The parameter that must change. */
  readonly field: string | undefined;
  /** The orders to choose from. */
  readonly orders: readonly Order[];

  constructor(code: RefusalCode, message: string, field?: string, orders: readonly Order[] = []) {
    super(message);
    this.code = code;
    this.field = field;
    this.orders = orders;
  }
}

/** A payment cannot start or be completed. The message contains the reason, for example an expired token. */
export class NotPayableError extends Refusal {
  override readonly name = "NotPayableError";

  constructor(message: string, field?: string) {
    super("not_possible", message, field);
  }
}

const segment = encodeURIComponent;

/** The paths of the payment page, by the variant. Each of them works in any variant. */
export const PAYMENT_PAGES: Readonly<Record<Variants["page"], string>> = {
  widget: "/widget/hpp.html",
  v2: "/v2/checkout",
  checkout: "/checkout",
};

export const pageLinks = {
  pay: (origin: string, id: string): string => `${origin}/products/${segment(id)}/pay`,
  confirm: (origin: string, id: string, shopId: string): string =>
    `${origin}/v2/confirm_order/${segment(id)}/${segment(shopId)}`,
  checkout: (origin: string, token: string, page: Variants["page"] = "v2"): string =>
    `${origin}${PAYMENT_PAGES[page]}?token=${segment(token)}`,
  /** The page for 3-D Secure, or for a bill. */
  process: (origin: string, uid: string): string => `${origin}/process/${segment(uid)}`,
  /** The order of a token or a bill on the dashboard. */
  order: (token: string): string => `/sandbox/orders/${segment(token)}`,
};
