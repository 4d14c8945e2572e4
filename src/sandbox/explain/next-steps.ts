import type { Gateway } from "../gateway/gateway.ts";
import { textOf } from "../gateway/input/section.ts";
import { attemptsOf, type Order } from "../gateway/orders/order.ts";
import { billRecordOf } from "../gateway/orders/store.ts";
import { isUnpaid } from "../gateway/payments/bills.ts";
import { followUpsFor, leftOf } from "../gateway/payments/follow-ups.ts";
import { tokenState } from "../gateway/payments/states.ts";
import { awaitsCompletion } from "../gateway/payments/transactions.ts";
import { buttonOf } from "../gateway/payments/words.ts";
import { saleOf } from "../gateway/products.ts";
import { decisiveDelivery, disturbanceText, isStopped, stateOfDelivery } from "./notification-state.ts";
import type { NextStep } from "./order-model.ts";

/** Returns the uid of the payment that the customer has begun, or of a bill that can be paid. */
export const waitingPayment = (order: Order): string | undefined => {
  const { transaction } = (order.kind === "bill" ? order.transactions[0] : attemptsOf(order).at(-1)) ?? {};
  return transaction && awaitsCompletion(transaction) ? transaction.uid : undefined;
};

const paySteps = (order: Order, gateway: Gateway): NextStep[] => {
  const state = tokenState(gateway, order);
  const uid = waitingPayment(order);
  if (uid !== undefined && state !== "expired")
    return [
      { action: "complete", label: "Complete", params: { uid, outcome: "successful" } },
      { action: "complete", label: "Fail", params: { uid, outcome: "failed" } },
    ];
  if (order.kind !== "token") return [];
  if (state === "open" && saleOf(gateway, order.productId) === "open") {
    const label = buttonOf(textOf(order.fields["transaction_type"]));
    return [{ action: "pay", label, params: { order: order.id } }];
  }
  // A token of a payment link has no request of the shop.
  return (state === "failed" || state === "expired") && order.productId === undefined
    ? [{ action: "create-again", label: "Create it again", params: { order: order.id } }]
    : [];
};

/** Sends the notification again that the shop did not get. */
const resendSteps = (order: Order): NextStep[] => {
  const delivery = decisiveDelivery(order);
  if (!delivery || stateOfDelivery(delivery) === "delivered") return [];
  const isWrong = disturbanceText(delivery.disturbance) !== undefined;
  if (isWrong || (stateOfDelivery(delivery) === "waiting" && !isStopped(delivery))) return [];
  return [{ action: "notify-again", label: "Send again", params: { notification: delivery.id } }];
};

const followUpSteps = ({ transactions }: Order, { store }: Gateway): NextStep[] =>
  transactions.flatMap((record) =>
    leftOf(record, store) > 0
      ? followUpsFor(record.transaction).map((action) => ({
          action,
          label: buttonOf(action),
          params: { uid: record.transaction.uid },
        }))
      : [],
  );

const expireSteps = (order: Order, gateway: Gateway): NextStep[] => {
  const bill = billRecordOf(gateway.store, order.id);
  const canExpire = bill
    ? isUnpaid(bill)
    : order.kind === "token" && ["open", "in progress"].includes(tokenState(gateway, order));
  return canExpire ? [{ action: "expire", label: "Expire", params: { order: order.id } }] : [];
};

/** Returns what a developer can do now. */
export const nextSteps = (order: Order, gateway: Gateway): NextStep[] => [
  ...paySteps(order, gateway),
  ...resendSteps(order),
  ...followUpSteps(order, gateway),
  ...expireSteps(order, gateway),
];
