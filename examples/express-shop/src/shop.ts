import type { DatabaseSync } from "node:sqlite";
import type { PaymentsClient } from "payments-client";
import type { Webhooks } from "payments-client/webhooks";
import type { Config } from "./config.ts";

export interface Shop {
  readonly config: Config;
  readonly db: DatabaseSync;
  readonly payments: PaymentsClient;
  readonly webhooks: Webhooks;
  /** Called after a payment of an order was committed, even for a repeated notification. */
  readonly onPaid: () => void;
  /** Called after a requested refund was committed. */
  readonly onRefund: () => void;
}
