import type { DatabaseSync } from "node:sqlite";
import type { PaymentsClient } from "payments-client";
import type { Config } from "./config.ts";

/** Dependencies of the shop's modules. */
export interface Shop {
  readonly config: Config;
  readonly db: DatabaseSync;
  readonly payments: PaymentsClient;
  /** Called after a paid order was committed. */
  readonly onPaid: () => void;
  /** Called after a requested refund was committed. */
  readonly onRefund: () => void;
  /** Called with a new payment token after it was committed. */
  readonly onToken: (token: string) => void;
}
