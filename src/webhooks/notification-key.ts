import type { Notification } from "./notification.ts";

/**
 * A key that is the same for every repeat of one event, and another for the next event of the same payment:
 * for a unique index. At most as long as the gateway's own identifiers and status, joined.
 */
export function notificationKey(notification: Notification): string {
  if (notification.type === "transaction") {
    const { uid, status } = notification.transaction;
    return `transaction:${uid}:${status}`;
  }
  const { token, status, expired } = notification.checkout;
  return `checkout:${token}:${expired === true ? "expired" : status}`;
}
