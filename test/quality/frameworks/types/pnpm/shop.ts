/** What an application exports of its shop, without naming a type. */
import {
  checkoutCreateParamsSchema,
  customerSchema,
  isTransaction,
  type Order,
  orderSchema,
  PaymentsClient,
  paymentSummary,
} from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { handlePayment, paymentDetails, toNodeListener, Webhooks } from "payments-client/webhooks";

export const payments = new PaymentsClient();
export const { products, checkouts, transactions, bills } = payments;
export const create = (order: Order) => checkouts.create({ transaction_type: "payment", order });
export const listed = () => products.list().withResponse();
export const schemas = { orderSchema, params: checkoutCreateParamsSchema, shape: customerSchema.shape };
export const webhooks = new Webhooks();
export const shop = {
  findOrder: (id: string) => ({ id, amount: 1, currency: "EUR", paidBy: null }),
  paid() {},
  review() {},
};
export const listener = toNodeListener(webhooks.handler(shop));
export const sandbox = new Sandbox();
export const pay = async () => sandbox.pay("token", { card: "4200000000000000" });
export const returned = async () => handlePayment(shop, await checkouts.get("token"));
export const summary = async () => paymentSummary(await checkouts.get("token"));
export const details = async () => paymentDetails(await transactions.get("uid"));
export async function refund() {
  const transaction = await transactions.get("uid");
  return isTransaction(transaction, "refund") ? transaction : undefined;
}
export class Service {
  pay() {
    const credit_card = { token: "token" };
    return transactions.pay({ amount: 1, currency: "EUR", description: "Pass", credit_card });
  }
}
