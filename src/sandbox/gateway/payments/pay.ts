import type { CardPayment } from "../cards/card-payment.ts";
import { postDelivery } from "../deliveries/deliveries.ts";
import type { Gateway } from "../gateway.ts";
import { type Fields, sectionOf, textOf } from "../input/section.ts";
import { notOffered } from "../methods/offered-methods.ts";
import type { PaymentInput } from "../methods/payment-input.ts";
import type { Order, TransactionRecord } from "../orders/order.ts";
import { tokenOf } from "../orders/store.ts";
import { changeStock, saleOf } from "../products.ts";
import { NotPayableError } from "../refusal.ts";
import { cardToSave } from "./card-request.ts";
import { decide, declined, ENDINGS, type Ending } from "./decision.ts";
import { verifyPayout } from "./payouts.ts";
import { begin, finish, NO_NOTIFICATION, recordOf, settle } from "./settle.ts";
import { changeOrder, tokenState } from "./token-state.ts";
import {
  awaitsCompletion,
  beginTransaction,
  type Decision,
  type Effect,
  keepTransaction,
  paymentOf,
} from "./transactions.ts";

const withEntries = (fields: Fields, { customer, customFields }: PaymentInput): Fields => {
  const order = sectionOf(fields["order"]);
  const given = sectionOf(order["custom_fields"]);
  const values = Object.entries(customFields ?? {}).map(([name, value]) => [
    name,
    { ...sectionOf(given[name]), value },
  ]);
  return {
    ...fields,
    customer: { ...sectionOf(fields["customer"]), ...customer },
    ...(values.length > 0 && {
      order: { ...order, custom_fields: { ...given, ...Object.fromEntries(values) } },
    }),
  };
};

/** @throws NotPayableError */
const openToken = (gateway: Gateway, token: string, input: PaymentInput): Order => {
  const checkout = tokenOf(gateway.store, token);
  if (!checkout) throw new NotPayableError("There is no such payment token");
  const state = tokenState(gateway, checkout);
  if (state === "failed")
    throw new NotPayableError("The payment token cannot be paid, because no attempts are left");
  if (state !== "open") throw new NotPayableError(`The payment token cannot be paid, because it is ${state}`);
  const refusal = notOffered(checkout.fields, input);
  if (refusal !== undefined) throw new NotPayableError(refusal);
  const sale = saleOf(gateway, checkout.productId);
  if (sale !== "open") throw new NotPayableError(`The product cannot be paid for, because it is ${sale}`);
  return checkout;
};

/** Starts a payment synchronously, so that two concurrent payments cannot both start. */
const beginPayment = (gateway: Gateway, token: string, input: PaymentInput) => {
  const order = openToken(gateway, token, input);
  changeOrder(gateway, order, { fields: withEntries(order.fields, input) });
  const transaction = beginTransaction(order, input, gateway.clock.now());
  const tookStock = changeStock(gateway, order.productId, -1);
  const card = cardToSave(input, order.fields);
  const record: TransactionRecord = {
    order: token,
    transaction,
    cardToSave: card,
    ...(tookStock && { tookStock }),
  };
  keepTransaction(gateway, record);
  return { record, checkout: order };
};

/** Verifies a payout with a `verification_url`. Resolves to the reason of a decline. Undefined without verification. */
const verify = (
  gateway: Gateway,
  { order: token, transaction }: TransactionRecord,
  { fields }: Order,
): Promise<Decision | undefined> | undefined => {
  const url = textOf(sectionOf(fields["settings"])["verification_url"]);
  if (transaction.type !== "payout" || url === undefined) return undefined;
  const { uid } = transaction;
  const ask = (body: unknown) => postDelivery(gateway, { type: "verification", url, token, uid, body });
  return verifyPayout(transaction, ask, gateway.store.isPublic);
};

/** Returns the planned decline, or the decision about the payment. A pending payment does not use the planned decline. */
const decideNow = ({ declines }: Gateway, input: PaymentInput, fields: Fields): Decision => {
  const decision = decide(input, fields);
  const planned = decision.status === "pending" ? undefined : declines.take();
  return planned ? { ...declined(fields, planned.decline), isPlanned: true } : decision;
};

/**
 * Pays for a token. The transaction is `incomplete` during a 3-D Secure challenge.
 *
 * @throws NotPayableError if the token or its product does not allow the payment.
 */
export async function pay(gateway: Gateway, token: string, input: PaymentInput): Promise<Effect> {
  const { record, checkout } = beginPayment(gateway, token, input);
  const verification = verify(gateway, record, checkout);
  // Awaits only a verification, so that no saved state contains a half-processed payment.
  const refused = verification && (await verification);
  const { uid } = record.transaction;
  const now = recordOf(gateway, uid).transaction;
  if (now.status !== "incomplete") return { transaction: now, notified: NO_NOTIFICATION };
  return settle(gateway, uid, refused ?? decideNow(gateway, input, checkout.fields));
}

export const charge = (gateway: Gateway, order: Order, input: CardPayment): Effect => {
  const { id: token, fields } = order;
  gateway.store.orders.set(token, order);
  const decision = decideNow(gateway, input, fields);
  const begun = beginTransaction(order, input, gateway.clock.now());
  const transaction = decision.status === "incomplete" ? begun : { ...begun, redirect_url: null };
  const card = cardToSave(input, fields);
  return begin(gateway, { order: token, transaction, cardToSave: card }, decision);
};

/**
 * Ends a transaction that waits for a 3-D Secure challenge or an alternative method. For a permanent bill, makes a payment.
 *
 * @throws NotPayableError if the transaction is unknown or does not wait, or its token is expired.
 */
export async function complete(gateway: Gateway, uid: string, status: Ending): Promise<Effect> {
  const { order: token, transaction } = recordOf(gateway, uid);
  if (!awaitsCompletion(transaction)) {
    throw new NotPayableError(`The transaction cannot be completed, because it is ${transaction.status}`);
  }
  if (status === "deleted" && transaction.status !== "pending" && transaction.status !== "permanent") {
    throw new NotPayableError(
      "The transaction cannot be deleted, because it does not use an alternative method",
    );
  }
  const checkout = gateway.store.orders.get(token);
  // The timer for the expiry may be late.
  if (checkout && tokenState(gateway, checkout) === "expired") {
    throw new NotPayableError("The transaction cannot be completed, because its payment token is expired");
  }
  if (status === "deleted" || transaction.status !== "permanent") {
    return finish(gateway, uid, ENDINGS[status]);
  }
  const payment = paymentOf(transaction, gateway.clock.now());
  keepTransaction(gateway, { order: token, transaction: payment });
  return finish(gateway, payment.uid, ENDINGS[status]);
}
