import { basicAuthorization } from "../../credentials.ts";
import { Changes } from "./changes.ts";
import { SandboxCheckouts } from "./checkouts/checkouts.ts";
import { Clock } from "./clock.ts";
import { type Deliver, Deliveries, deliverByFetch } from "./deliveries/deliveries.ts";
import { Disturbances } from "./deliveries/disturbances.ts";
import { Failures } from "./failures.ts";
import { FollowUps } from "./follow-ups/follow-ups.ts";
import { CardPayments } from "./payments/card-payments.ts";
import { Payments } from "./payments/payments.ts";
import { SandboxProducts } from "./products.ts";
import type { SandboxState } from "./records/records.ts";
import { Store } from "./records/store.ts";
import { RequestIds } from "./request-ids.ts";
import { Requests } from "./requests.ts";

/** The parts of a sandbox that API, pages and dashboard use. */
export interface Shop {
  readonly shopId: string;
  readonly secretKey: string;
  /** The `Authorization` header that the API expects and deliveries carry. */
  readonly authorization: string;
  /** The name that customers see. */
  readonly shopName: string;
  /** The registered address, where a customer returns by default. */
  readonly shopUrl: string | undefined;
  readonly clock: Clock;
  readonly store: Store;
  readonly products: SandboxProducts;
  readonly checkouts: SandboxCheckouts;
  readonly payments: Payments;
  readonly followUps: FollowUps;
  readonly cardPayments: CardPayments;
  readonly requestIds: RequestIds;
  readonly deliveries: Deliveries;
  readonly failures: Failures;
  readonly disturbances: Disturbances;
  readonly requests: Requests;
  /** Of the state. */
  readonly changes: Changes;
  /** Of what the dashboard shows besides: the log of API calls and the planned failures and disturbances. */
  readonly activity: Changes;
  /** Notifies the listeners of `changes`. */
  readonly emitChange: () => void;
}

/** The options of a shop. */
export interface Opening {
  readonly shopId: string;
  readonly secretKey: string;
  /** Default `Sandbox`. */
  readonly shopName?: string | undefined;
  readonly shopUrl?: string | undefined;
  readonly speed: number;
  readonly deliver: Deliver | undefined;
  readonly state: SandboxState | undefined;
}

/** Creates a merchant's shop at the gateway. */
export function openShop({
  shopId,
  secretKey,
  shopName = "Sandbox",
  shopUrl,
  speed,
  deliver,
  state,
}: Opening): Shop {
  const store = new Store(state);
  const clock = new Clock(speed);
  const changes = new Changes();
  const { emitChange } = changes;
  const products = new SandboxProducts(store.products);
  const checkouts = new SandboxCheckouts(store, clock, { id: shopId, name: shopName, url: shopUrl });
  const authorization = basicAuthorization(shopId, secretKey);
  const activity = new Changes();
  const disturbances = new Disturbances(activity.emitChange);
  const deliveries = new Deliveries({
    records: store.deliveries,
    key: store.key,
    clock,
    emitChange,
    authorization,
    disturbances,
    deliver: deliver ?? deliverByFetch,
  });
  const payments = new Payments({ store, clock, products, checkouts, deliveries, emitChange });
  const followUps = new FollowUps({ store, clock, deliveries, emitChange });
  const cardPayments = new CardPayments({ store, clock, payments });
  const requestIds = new RequestIds(store.requestIds, clock, emitChange);
  const failures = new Failures(activity.emitChange);
  const requests = new Requests(activity.emitChange);
  return {
    shopId,
    secretKey,
    authorization,
    shopName,
    shopUrl,
    clock,
    store,
    products,
    checkouts,
    payments,
    followUps,
    cardPayments,
    requestIds,
    deliveries,
    failures,
    disturbances,
    requests,
    changes,
    activity,
    emitChange,
  };
}
