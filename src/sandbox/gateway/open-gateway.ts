import { basicAuthorization } from "../../shared/basic-auth.ts";
import { redactor } from "../../shared/redact.ts";
import { Clock } from "./clock.ts";
import { resumeDeliveries } from "./deliveries/deliveries.ts";
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
  /** Default `Sandbox`. */
  readonly shopName?: string | undefined;
  readonly shopUrl?: string | undefined;
  readonly speed: number;
  readonly deliver?: Deliver | undefined;
  readonly state?: SandboxState | undefined;
}

/** Continues what a saved state left unfinished. */
const resume = (gateway: Gateway): void => {
  const { checkouts, transactions, deliveries } = gateway.store;
  const ids = [...deliveries.keys()];
  // A sandbox that listens immediately sets `isPublic` first.
  if (ids.length > 0) setTimeout(() => resumeDeliveries(gateway, ids));
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
    recentCharges: new Map(),
    deliver,
    silenced: new Set(),
    held: [],
    intercept: undefined,
  };
  restoreJournal(gateway);
  resume(gateway);
  return gateway;
}
