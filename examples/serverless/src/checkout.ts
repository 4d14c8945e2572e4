import { NotFoundError, type Outcome } from "payments-client";
import type { PaymentResult } from "payments-client/webhooks";
import type { Order, Token } from "./orders.ts";
import { type Context, checkToken } from "./payments.ts";

/** How long an order can be paid, in milliseconds. */
const EXPIRY = 24 * 60 * 60_000;

/** How a token ends without a payment. */
const UNPAID: readonly (Outcome | "review")[] = ["failed", "expired"];

async function createToken({ payments, shopUrl }: Context, order: Order): Promise<Token> {
  const { id, description, amount, currency } = order;
  const expiresAt = Date.now() + EXPIRY;
  const { token, redirect_url: redirectUrl } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount, currency, description, tracking_id: id, expired_at: new Date(expiresAt) },
    settings: {
      return_url: `${shopUrl}/orders/${id}`,
      notification_url: `${shopUrl}/notifications`,
    },
  });
  return { token, redirectUrl, expiresAt };
}

/** The result of a token. Undefined if the gateway does not know the token. The job still checks this token. */
async function resultOf(context: Context, token: string): Promise<PaymentResult<Order> | undefined> {
  try {
    return await checkToken(context, token);
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/**
 * Where to send the customer: to the payment page of the order, or to the order if it is paid. A new token is stored before
 * the customer gets its address, so that the job finds its payment. Two presses at once get one address.
 */
export async function startPayment(context: Context, order: Order): Promise<string> {
  const { orders, shopUrl } = context;
  const orderPage = `${shopUrl}/orders/${order.id}`;
  if (order.paidBy !== null) return orderPage;
  const latest = order.tokens.at(-1);
  const result = latest && (await resultOf(context, latest.token));
  if (latest && result) {
    if (!result.isFinal) return latest.redirectUrl;
    if (!UNPAID.includes(result.is)) return orderPage;
  }
  return (await orders.addToken(order.id, await createToken(context, order), latest)).redirectUrl;
}
