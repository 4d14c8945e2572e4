import { NotFoundError, type Outcome } from "payments-client";
import type { PaymentResult } from "payments-client/webhooks";
import type { Order } from "./orders.ts";
import { type Context, checkToken } from "./payments.ts";

/** How a token ends without a payment. */
const UNPAID: readonly (Outcome | "review")[] = ["failed", "expired"];

/** How long a request waits for another request that has the claim, in milliseconds. */
const PATIENCE = 5000;

/** Creates a token for an order. It is stored before the customer gets its address, so that the job finds its payment. */
async function createToken(
  { payments, orders, shopUrl }: Context,
  order: Order,
  claim: string,
): Promise<string | undefined> {
  const { id, description, amount, currency } = order;
  const { token, redirect_url: redirectUrl } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount, currency, description, tracking_id: id },
    settings: {
      return_url: `${shopUrl}/orders/${id}`,
      notification_url: `${shopUrl}/notifications`,
    },
  });
  return (await orders.addToken(id, claim, { token, redirectUrl })) ? redirectUrl : undefined;
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

/** Where to send the customer: to the payment page of the order, or to the order if it is paid. */
async function findOrCreate(context: Context, id: string, claim: string): Promise<string | undefined> {
  const { orders, shopUrl } = context;
  const order = await orders.find(id);
  if (order === undefined) return undefined;
  const orderPage = `${shopUrl}/orders/${id}`;
  if (order.paidBy !== null) return orderPage;
  const latest = order.tokens.at(-1);
  const result = latest && (await resultOf(context, latest.token));
  if (latest && result) {
    if (!result.isFinal) return latest.redirectUrl;
    if (!UNPAID.includes(result.is)) return orderPage;
  }
  return createToken(context, order, claim);
}

/** Sends the customer to the payment page. Two presses at once get one token, because the customer could pay two. */
export async function startPayment(context: Context, id: string): Promise<Response> {
  const { orders } = context;
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    const claim = await orders.claim(id);
    if (claim === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    try {
      const location = await findOrCreate(context, id, claim);
      if (location !== undefined) return new Response(null, { status: 303, headers: { location } });
    } finally {
      await orders.release(id, claim);
    }
  }
  return new Response("The payment is being started. Please try again.", { status: 503 });
}
