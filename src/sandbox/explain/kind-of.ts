import { isKnownStatus } from "../../api/statuses.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { attemptsOf, type Order } from "../gateway/orders/order.ts";
import { tokenState } from "../gateway/payments/token-state.ts";
import { billOf } from "./order-facts.ts";
import { type Amounts, amountsOf, type OrderKindName, verificationOf } from "./order-kinds.ts";

const BY_TYPE: Readonly<Record<string, OrderKindName>> = {
  payout: "paidOut",
  credit: "paidOut",
  tokenization: "saved",
};

const kindOfHold = ({ captured, voided, refunded, chargedBack, whole }: Amounts): OrderKindName => {
  if (chargedBack > 0) return chargedBack >= captured ? "chargedBack" : "partChargedBack";
  if (captured === 0) return voided >= whole ? "voided" : "authorized";
  if (refunded > 0) return refunded >= captured ? "refunded" : "partRefunded";
  return captured + voided < whole ? "partCaptured" : "captured";
};

const kindOfSuccess = (order: Order, latest: Transaction, gateway: Gateway): OrderKindName => {
  const kind = BY_TYPE[latest.type ?? ""];
  if (kind) return kind;
  const hasFollowUps = order.transactions.length > attemptsOf(order).length;
  const amounts = hasFollowUps ? amountsOf(order, latest, gateway.store) : undefined;
  if (latest.type === "authorization") return amounts ? kindOfHold(amounts) : "authorized";
  if (amounts && amounts.chargedBack > 0)
    return amounts.chargedBack >= amounts.whole ? "chargedBack" : "partChargedBack";
  if (!amounts || amounts.refunded === 0) return "paid";
  return amounts.refunded >= amounts.whole ? "refunded" : "partRefunded";
};

export const kindOf = (order: Order, gateway: Gateway): OrderKindName => {
  const latest = attemptsOf(order).at(-1)?.transaction;
  if (!latest) return tokenState(gateway, order) === "open" ? "open" : "expired";
  if (billOf(order)?.status === "permanent") return "permanent";
  const { status } = latest;
  if (!isKnownStatus(status)) return "unknown";
  if (status === "successful") return kindOfSuccess(order, latest, gateway);
  const state = tokenState(gateway, order);
  if (state === "open") return "retry";
  if (state === "expired") return "expired";
  return status === "failed" && verificationOf(order) ? "refusedPayout" : status;
};
