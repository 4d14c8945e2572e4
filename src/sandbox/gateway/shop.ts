import { basicAuthorization } from "../../shared/basic-auth.ts";
import { redactor } from "../../shared/redact.ts";
import { Changes } from "./changes.ts";
import { SandboxCheckouts } from "./checkouts/checkouts.ts";
import { Clock } from "./clock.ts";
import { type Deliver, Deliveries } from "./deliveries/deliveries.ts";
import { Disturbances } from "./deliveries/disturbances.ts";
import { Failures } from "./failures.ts";
import { createProcessOnce } from "./idempotency.ts";
import { createBills } from "./payments/bills.ts";
import { createCardPayments } from "./payments/card-payments.ts";
import { Payments } from "./payments/payments.ts";
import { SandboxProducts } from "./products.ts";
import type { SandboxState } from "./records/records.ts";
import { Store } from "./records/store.ts";
import { RequestLog } from "./request-log.ts";

export interface ShopOptions {
  readonly shopId: string;
  readonly secretKey: string;
  /** The name that customers see. Default `Sandbox`. */
  readonly shopName?: string | undefined;
  /** The registered address, where a customer returns by default. */
  readonly shopUrl?: string | undefined;
  readonly speed: number;
  readonly deliver?: Deliver | undefined;
  readonly state?: SandboxState | undefined;
}

/** Creates a merchant's shop at the gateway. */
export function openShop({
  shopId,
  secretKey,
  shopName = "Sandbox",
  shopUrl,
  speed,
  ...options
}: ShopOptions) {
  const store = new Store(options.state);
  const clock = new Clock(speed);
  const changes = new Changes();
  const activity = new Changes();
  const { emitChange } = changes;
  const authorization = basicAuthorization(shopId, secretKey);
  const products = new SandboxProducts(store.products, shopId);
  const checkouts = new SandboxCheckouts(store, clock, { id: shopId, name: shopName, url: shopUrl });
  const disturbances = new Disturbances(activity.emitChange);
  const deliveries = new Deliveries({
    store,
    clock,
    emitChange,
    authorization,
    disturbances,
    deliver: options.deliver,
  });
  const payments = new Payments({ store, clock, products, checkouts, deliveries, emitChange });
  return {
    shopId,
    secretKey,
    /** The `Authorization` header that the API expects and deliveries carry. */
    authorization,
    redact: redactor(secretKey, authorization),
    shopName,
    shopUrl,
    clock,
    store,
    products,
    checkouts,
    payments,
    bills: createBills({ store, clock, checkouts, payments }),
    cardPayments: createCardPayments({ store, clock, payments }),
    processOnce: createProcessOnce(store.requestIds, clock, emitChange),
    deliveries,
    failures: new Failures(activity.emitChange),
    disturbances,
    requests: new RequestLog(activity.emitChange),
    /** Listeners to changes of the state. */
    changes,
    /** Listeners to what only the dashboard shows: the log of API calls, and planned failures and disturbances. */
    activity,
    /** Notifies the listeners of `changes`. */
    emitChange,
  };
}

/** The parts of a sandbox that API, pages and dashboard use. */
export type Shop = Readonly<ReturnType<typeof openShop>>;
