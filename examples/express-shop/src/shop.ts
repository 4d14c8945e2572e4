import type { DatabaseSync } from "node:sqlite";
import type { PaymentsClient } from "payments-client";
import type { Config } from "./config.ts";

/** What the shop's parts work on. */
export interface Shop {
  readonly config: Config;
  readonly db: DatabaseSync;
  readonly payments: PaymentsClient;
  /** Called after an order was paid, once that is safe on disk. */
  readonly onPaid: () => void;
  /** Called after a refund was asked for, once that is safe on disk. */
  readonly onRefund: () => void;
  /** Called with a new payment token, once it is on disk. */
  readonly onToken: (token: string) => void;
}
