import { orderOf, type Visit } from "../checkout-session.ts";

/** What is paid for and how much, as the first of a page's facts. */
export const OrderFacts = ({ visit }: { readonly visit: Visit }) => {
  const { title, amount } = orderOf(visit);
  return (
    <>
      <dt>{visit.words.order}</dt>
      <dd>{title}</dd>
      {amount !== undefined && (
        <>
          <dt>{visit.words.amount}</dt>
          <dd>{amount}</dd>
        </>
      )}
    </>
  );
};
