import { PaymentsError } from "payments-client";
import { addToken, openOrder } from "../../lib/orders.ts";
import { payments } from "../../lib/payments.ts";
import { shopUrl } from "../../lib/setting.ts";

/** Sends the customer to the payment page. The token is saved first, so that no payment goes unnoticed. */
export async function POST(request: Request): Promise<Response> {
  const form = await request.formData().catch(() => undefined);
  if (form === undefined) return new Response("The body must be a form", { status: 400 });
  const order = await openOrder(form.get("article"));
  if (order === undefined) return new Response("Unknown article", { status: 404 });
  const { id, description, amount, currency } = order;
  const url = shopUrl();
  try {
    const { token, redirect_url } = await payments().checkouts.create({
      transaction_type: "payment",
      order: { amount, currency, description, tracking_id: id },
      settings: { return_url: `${url}/orders/${id}`, notification_url: `${url}/notifications` },
    });
    await addToken(token);
    return Response.redirect(redirect_url, 303);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    console.error(error);
    return new Response("The payment could not be started. Please try again.", { status: 502 });
  }
}
