import { notFound } from "next/navigation";
import { fromMinorUnits } from "payments-client";
import { findOrder, type Order, reviewsOf } from "../../lib/orders.ts";
import { checkToken } from "../../lib/shop.ts";

const PAID = "Paid. Thank you!";
const FAILED = "Your payment was not successful. You can order again.";
const WAITING = "We are waiting for your payment.";

/** Requests the status, because the address of this page proves nothing and the notification may be late. */
async function statusOf({ token, paidBy }: Order): Promise<string> {
  if (paidBy !== null) return PAID;
  if (token === null) return WAITING;
  try {
    const { is } = await checkToken(token);
    if (is === "paid") return PAID;
    return is === "failed" || is === "expired" ? FAILED : WAITING;
  } catch (error) {
    console.error(error);
    return WAITING;
  }
}

/**
 * The page that the customer returns to. The query has the id, because Next.js answers 500 to a malformed path below a dynamic segment.
 */
export default async function OrderPage({ searchParams }: { searchParams: Promise<{ id?: unknown }> }) {
  const { id } = await searchParams;
  const order = await findOrder(String(id));
  if (order === undefined) notFound();
  const status = await statusOf(order);
  return (
    <main>
      <h1>{order.description}</h1>
      <p>
        {fromMinorUnits(order.amount, order.currency)} {order.currency}
      </p>
      <p>{status}</p>
      {(await reviewsOf(order.id)).length > 0 && <p>We have to check a payment. We will contact you.</p>}
    </main>
  );
}
