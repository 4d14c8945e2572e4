import { basicAuthorization } from "../../shared/basic-auth.ts";
import { redactor } from "../../shared/redact.ts";
import { Clock } from "./clock.ts";
import { holdDeliveries } from "./deliveries/deliveries.ts";
import type { Gateway, Settings } from "./gateway.ts";
import { restoreJournal } from "./history.ts";
import { Journal } from "./journal.ts";
import { resumeBills } from "./payments/bills.ts";
import { NOT_VERIFIED } from "./payments/payouts.ts";
import { expireTokenInTime, finish } from "./payments/settle.ts";
import { Plan } from "./plans/plan.ts";
import type { Deliver } from "./records/delivery.ts";
import type { SandboxState } from "./records/records.ts";
import { openStore } from "./records/store.ts";
import { isInterrupted } from "./transactions/transactions.ts";

export interface GatewayOptions extends Pick<Settings, "shopId" | "secretKey"> {
  /** Default: `Sandbox`. */
  readonly shopName?: string | undefined;
  readonly shopUrl?: string | undefined;
  readonly speed: number;
  readonly deliver?: Deliver | undefined;
  readonly state?: SandboxState | undefined;
}

/** Resumes a saved state. Its notifications wait until the developer sends them. */
const resume = (opened: Gateway): void => {
  // Inherits from the gateway, because `deliver` may change later.
  const gateway: Gateway = Object.create(opened, { isResuming: { value: true } });
  const { checkouts, transactions } = gateway.store;
  holdDeliveries(gateway);
  for (const checkout of checkouts.values()) expireTokenInTime(gateway, checkout);
  for (const { transaction } of transactions.values()) {
    if (isInterrupted(transaction)) finish(gateway, transaction.uid, NOT_VERIFIED);
  }
  resumeBills(gateway);
};

export function openGateway(options: GatewayOptions): Gateway {
  const { shopId, secretKey, shopName = "Sandbox", shopUrl, speed, deliver, state } = options;
  const authorization = basicAuthorization(shopId, secretKey);
  const clock = new Clock(speed);
  const journal = new Journal(clock);
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
    loaded: { deliveries: new Set(), isReleased: false },
    isResuming: false,
    intercept: undefined,
  };
  restoreJournal(gateway);
  resume(gateway);
  return gateway;
}
