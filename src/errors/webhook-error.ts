import { PaymentsError } from "./payments-error.ts";

/**
 * Why a notification is not believed: `credentials` or `signature` are missing or wrong, the `body` is none,
 * or it does not match the merchant's order.
 */
export type WebhookErrorReason = "credentials" | "signature" | "body" | "mismatch";

/** A notification that can't be trusted or read, or that does not match the merchant's own order. */
export class WebhookError extends PaymentsError {
  override get name(): string {
    return "WebhookError";
  }

  /** What is wrong. */
  readonly reason: WebhookErrorReason;

  /** For a mismatch: the fields that differ, by the gateway's names. Empty otherwise. */
  readonly fields: readonly string[];

  constructor(reason: WebhookErrorReason, message: string, fields: readonly string[] = []) {
    super(message, { code: "webhook", safeToRetry: true });
    this.reason = reason;
    this.fields = fields;
  }
}
