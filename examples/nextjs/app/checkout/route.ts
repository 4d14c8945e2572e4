import { PaymentsError } from "payments-client";
import { addToken, openOrder } from "../../lib/orders.ts";
import { payments } from "../../lib/payments.ts";
import { shopUrl } from "../../lib/setting.ts";

/** How long an order can be paid, in milliseconds. */
const EXPIRY = 24 * 60 * 60_000;

/** Whether a page of this shop sent the form. Browsers send `Origin` with every POST. */
const isOwnForm = (request: Request): boolean => request.headers.get("origin") === new URL(shopUrl()).origin;

/** Sends the customer to the payment page. The address has the article, so that no body is read. */
export async function POST(request: Request): Promise<Response> {
  if (!isOwnForm(request)) return new Response("Open the shop, and choose an article there", { status: 403 });
  const order = await openOrder(new URL(request.url).searchParams.get("article"));
  if (order === undefined) return new Response("Unknown article", { status: 404 });
  const { id, description, amount, currency } = order;
  const url = shopUrl();
  const expiresAt = Date.now() + EXPIRY;
  try {
    const { token, redirect_url } = await payments().checkouts.create({
      transaction_type: "payment",
      order: { amount, currency, description, tracking_id: id, expired_at: new Date(expiresAt) },
      settings: { return_url: `${url}/order?id=${id}`, notification_url: `${url}/notifications` },
    });
    await addToken(order, token, expiresAt);
    return Response.redirect(redirect_url, 303);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    console.error(error);
    return new Response("The payment could not be started. Please try again.", { status: 502 });
  }
}
