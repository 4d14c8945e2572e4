import { WebhookError } from "../errors/webhook-error.ts";
import type { Notification } from "./notification.ts";

const part = (value: unknown): string => {
  if (Object(value) === value)
    throw new WebhookError("body", "The notification has no identifier and status");
  return String(value);
};

/**
 * A key that is the same for every repeat of one event, and another for the next event of the same payment:
 * for a unique index. At most as long as the gateway's own identifiers and status, joined.
 *
 * @throws {@link WebhookError} with reason `body` when identifier or status are no text.
 */
export function notificationKey(notification: Notification): string {
  if (notification?.type === "transaction") {
    const { uid, status } = notification.transaction ?? {};
    return `transaction:${part(uid)}:${part(status)}`;
  }
  const { token, status, expired } = notification?.checkout ?? {};
  return `checkout:${part(token)}:${expired === true ? "expired" : part(status)}`;
}
