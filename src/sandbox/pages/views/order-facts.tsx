import { type CheckoutSession, orderOf } from "../checkout-session.ts";

/** What is paid for and how much, as the first of a page's facts. */
export const OrderFacts = ({ session }: { readonly session: CheckoutSession }) => {
  const { title, amount } = orderOf(session);
  return (
    <>
      <dt>{session.messages.order}</dt>
      <dd>{title}</dd>
      {amount !== undefined && (
        <>
          <dt>{session.messages.amount}</dt>
          <dd>{amount}</dd>
        </>
      )}
    </>
  );
};
