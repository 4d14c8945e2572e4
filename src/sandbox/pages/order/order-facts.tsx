import type { CheckoutSession } from "../checkout-session.ts";
import { Fact } from "./fact.tsx";
import { orderOf } from "./order.ts";

/** The shop, the order and its amount, as the first facts of a page. */
export const OrderFacts = ({ session }: { readonly session: CheckoutSession }) => {
  const { messages, shop } = session;
  const { title, amount } = orderOf(session);
  return (
    <>
      <Fact name={messages.shop}>{shop.shopName}</Fact>
      <Fact name={messages.order}>{title}</Fact>
      <Fact name={messages.amount}>{amount}</Fact>
    </>
  );
};
