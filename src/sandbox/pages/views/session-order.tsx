import type { CheckoutSession } from "../checkout-session.ts";
import { purposeOf } from "../entries/cards.ts";
import { orderOf } from "../order/order.ts";
import { OrderSummary } from "../order/order-summary.tsx";

/** The order of a token beside its form. */
export const SessionOrder = ({ session }: { readonly session: CheckoutSession }) => (
  <OrderSummary
    order={orderOf(session)}
    messages={session.messages}
    shopName={session.shop.shopName}
    isPayout={purposeOf(session.checkout.fields) === "payout"}
    isCompact={session.isWidget}
  />
);
