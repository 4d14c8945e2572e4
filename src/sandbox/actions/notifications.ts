import type { Way } from "../explain/notification-state.ts";
import { sendAgain } from "../gateway/deliveries/deliveries.ts";
import { type Gateway, Refusal } from "../gateway/gateway.ts";
import { notificationNamed } from "./orders.ts";

interface NotifyAgain {
  /** Id of a notification, or of an order for its newest notification. */
  readonly notification: string;
  readonly as?: Way | undefined;
  /** Another body, which is signed. */
  readonly body?: string | undefined;
}

/** Posts a notification again, without the planned disturbances. @throws Refusal */
export const notifyAgain = (gateway: Gateway, { notification, as, body }: NotifyAgain) => {
  const { delivery: before, note } = notificationNamed(gateway, notification);
  if (as === "wrong_amount" && before.type !== "transaction")
    throw new Refusal(
      "wrong_value",
      "as cannot be wrong_amount, because the notification has no amount",
      "as",
    );
  // Browsers send the line breaks of a form as CR and LF.
  const changed = { as, body: body?.replaceAll("\r\n", "\n") };
  const notified = sendAgain(gateway, before.id, changed);
  const order = gateway.store.orders.get(before.token);
  const copy = order?.deliveries.findLast(({ copyOf }) => copyOf === before.id);
  const isCopy = as !== undefined || body !== undefined;
  return {
    before,
    id: (isCopy ? copy : undefined)?.id ?? before.id,
    note,
    notified,
    ...(order && { order }),
  };
};
