import * as z from "zod/mini";
import { WAY_NAMES } from "../explain/notification-state.ts";
import { sendAgain } from "../gateway/deliveries/deliveries.ts";
import { type Gateway, Refusal } from "../gateway/gateway.ts";
import { notificationNamed } from "./orders.ts";
import { oneOf, text } from "./parameters.ts";

export const notifyAgainParams = z.strictObject({
  /** Id of a notification, or of an order for its newest notification. */
  notification: text,
  as: z.optional(oneOf(WAY_NAMES)),
  /** Another body, which is signed. */
  body: z.optional(text),
});

/** Posts a notification again, without the planned disturbances. @throws Refusal */
export const notifyAgain = (
  gateway: Gateway,
  { notification, as, body }: z.infer<typeof notifyAgainParams>,
) => {
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
