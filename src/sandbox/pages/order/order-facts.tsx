import type { CheckoutSession } from "../checkout-session.ts";
import { orderOf } from "./order.ts";

/** The shop, the order and its amount, as the first facts of a page. */
export const OrderFacts = ({ session }: { readonly session: CheckoutSession }) => {
  const { messages, shop } = session;
  const { title, amount } = orderOf(session);
  return (
    <>
      <dt>{messages.shop}</dt>
      <dd dir="auto">{shop.shopName}</dd>
      <dt>{messages.order}</dt>
      <dd dir="auto">{title}</dd>
      {amount !== undefined && (
        <>
          <dt>{messages.amount}</dt>
          <dd>{amount}</dd>
        </>
      )}
    </>
  );
};
