import { basicAuthorization } from "../../shared/basic-auth.ts";
import { redactor } from "../../shared/redact.ts";
import { Clock } from "./clock.ts";
import { stopDeliveries } from "./deliveries/deliveries.ts";
import type { Gateway, GatewaySettings } from "./gateway.ts";
import { Journal } from "./journal.ts";
import type { Deliver } from "./orders/order.ts";
import { openStore, type SandboxState } from "./orders/store.ts";
import { resumeBills } from "./payments/bills.ts";
import { expireTokenInTime, finish, NOT_VERIFIED } from "./payments/pay.ts";
import { isInterrupted } from "./payments/transactions.ts";
import { Plan } from "./plans/plans.ts";
import { readVariants, type Variants } from "./variants.ts";

export interface GatewayOptions extends Pick<GatewaySettings, "shopId" | "secretKey"> {
  /** Default: `Sandbox`. */
  readonly shopName?: string | undefined;
  readonly shopUrl?: string | undefined;
  readonly speed: number;
  readonly deliver?: Deliver | undefined;
  readonly state?: SandboxState | undefined;
  readonly variants?: Partial<Variants> | undefined;
}

/** Resumes a saved state. Its notifications are not posted until the developer sends them again. */
const resume = (opened: Gateway): void => {
  // Inherits from the gateway, because `deliver` may change later.
  const gateway: Gateway = Object.create(opened, { isResuming: { value: true } });
  const { orders, transactions } = gateway.store;
  stopDeliveries(gateway);
  for (const order of orders.values()) if (order.kind === "token") expireTokenInTime(gateway, order);
  for (const { transaction } of transactions.values())
    if (isInterrupted(transaction)) finish(gateway, transaction.uid, NOT_VERIFIED);
  resumeBills(gateway);
};

export function openGateway(options: GatewayOptions): Gateway {
  const { shopId, secretKey, shopName = "Sandbox", shopUrl, speed, deliver, state, variants } = options;
  const authorization = basicAuthorization(shopId, secretKey);
  const clock = new Clock(speed);
  const journal = new Journal();
  const onPlan = () => journal.append("plan");
  const gateway: Gateway = {
    settings: {
      shopId,
      secretKey,
      shopName,
      shopUrl,
      authorization,
      redact: redactor(secretKey, authorization),
    },
    variants: readVariants(variants),
    variantsByOrder: new Map(),
    store: openStore(state),
    clock,
    journal,
    failures: new Plan(onPlan),
    disturbances: new Plan(onPlan),
    declines: new Plan(onPlan),
    recentCharges: new Map(),
    deliver,
    silenced: new Set(),
    held: [],
    wasPublic: false,
    isResuming: false,
    intercept: undefined,
  };
  resume(gateway);
  return gateway;
}
