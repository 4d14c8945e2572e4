import { notFound } from "next/navigation";
import { fromMinorUnits } from "payments-client";
import { findOrder } from "../../../lib/orders.ts";

const STATUSES = {
  open: "We are waiting for your payment.",
  failed: "Your payment was not successful. You can order again.",
  paid: "Paid. Thank you!",
};

/**
 * The return page. Its URL proves nothing, since anyone can set the query: the order is paid after its notification.
 */
export default async function OrderPage({ params }: { params: Promise<{ id: string }> }) {
  const order = await findOrder((await params).id);
  if (order === undefined) notFound();
  return (
    <main>
      <h1>{order.description}</h1>
      <p>
        {fromMinorUnits(order.amount, order.currency)} {order.currency}
      </p>
      <p>{STATUSES[order.status]}</p>
      {order.secondPayments.length > 0 && <p>You paid more than once. We will refund the rest.</p>}
    </main>
  );
}
