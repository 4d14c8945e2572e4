import { PaymentsError } from "./payments-error.ts";

/**
 * Why verification failed. The `credentials` or the `signature` are missing or wrong, the `body` can't be read, or the
 * payment does not match the merchant's order or shop (`mismatch`).
 */
export type WebhookErrorReason = "credentials" | "signature" | "body" | "mismatch";

/** A webhook that failed verification, can't be read, or does not match the merchant's order. */
export class WebhookError extends PaymentsError {
  /** @internal */
  override get name(): string {
    return "WebhookError";
  }

  declare readonly code: "webhook";

  /** Why verification failed. */
  readonly reason: WebhookErrorReason;

  /** The wire names of the fields that differ in a mismatch, such as `tracking_id` or `shop_id`. Otherwise empty. */
  readonly fields: readonly string[];

  constructor(reason: WebhookErrorReason, message: string, fields: readonly string[] = []) {
    super(message, { code: "webhook", processed: "no" });
    this.reason = reason;
    this.fields = fields;
  }
}
