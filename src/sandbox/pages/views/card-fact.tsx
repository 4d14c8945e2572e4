import type { CheckoutSession } from "../checkout-session.ts";
import { brandName } from "../marks/brands.ts";
import { BrandMark } from "../marks/marks.tsx";
import { Fact } from "../order/fact.tsx";

/** The card of the latest payment, as one of a page's facts. */
export const CardFact = ({ session: { messages, transaction } }: { readonly session: CheckoutSession }) => {
  const card = transaction?.credit_card;
  if (!card) return null;
  const brand = card.brand ?? "";
  return (
    <Fact name={messages.card} class="card">
      <BrandMark brand={brand} />
      <span>{messages.savedCardNumber(brandName(brand), card.last_4 ?? "")}</span>
    </Fact>
  );
};
