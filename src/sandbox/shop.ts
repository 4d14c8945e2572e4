import { basicAuthorization } from "../account.ts";
import { Changes } from "./changes.ts";
import { SandboxCheckouts } from "./checkouts.ts";
import { Clock } from "./clock.ts";
import { type Deliver, Deliveries } from "./deliveries.ts";
import { Failures } from "./failures.ts";
import { FollowUps } from "./follow-ups.ts";
import type { SandboxState } from "./kept.ts";
import { Payments } from "./payments.ts";
import { SandboxProducts } from "./products.ts";
import { Store } from "./store.ts";

/** What endpoints and pages work on. */
export interface Shop {
  readonly shopId: string;
  readonly secretKey: string;
  readonly clock: Clock;
  readonly store: Store;
  readonly products: SandboxProducts;
  readonly checkouts: SandboxCheckouts;
  readonly payments: Payments;
  readonly followUps: FollowUps;
  readonly deliveries: Deliveries;
  readonly failures: Failures;
  readonly changes: Changes;
  /** Says that something changed. */
  readonly tell: () => void;
}

interface Opening {
  readonly shopId: string;
  readonly secretKey: string;
  readonly speed: number;
  readonly deliver: Deliver | undefined;
  readonly state: SandboxState | undefined;
}

/** A merchant's shop at the gateway. */
export function openShop({ shopId, secretKey, speed, deliver, state }: Opening): Shop {
  const store = new Store(state);
  const clock = new Clock(speed);
  const changes = new Changes();
  const { tell } = changes;
  const products = new SandboxProducts(store.products);
  const checkouts = new SandboxCheckouts(store, clock, shopId);
  const deliveries = new Deliveries({
    kept: store.deliveries,
    key: store.key,
    clock,
    tell,
    authorization: basicAuthorization(shopId, secretKey),
    deliver: deliver ?? ((request) => fetch(request)),
  });
  const payments = new Payments({ store, clock, products, checkouts, deliveries, tell });
  const followUps = new FollowUps({ store, clock, checkouts, deliveries, tell });
  const failures = new Failures();
  return {
    shopId,
    secretKey,
    clock,
    store,
    products,
    checkouts,
    payments,
    followUps,
    deliveries,
    failures,
    changes,
    tell,
  };
}
