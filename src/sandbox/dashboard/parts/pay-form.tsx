import { describeCard, TEST_CARDS } from "../../gateway/cards/test-cards.ts";
import type { Fields } from "../../gateway/records/records.ts";
import {
  CARD,
  isExcludedBrand,
  isWallet,
  offeredMethods,
} from "../../gateway/transactions/offered-methods.ts";
import { ActionForm, Choice, Submit } from "./forms.tsx";

/** The possible outcomes of a payment without a card: wallets end at once, other methods are completed later. */
export const outcomesOf = (method: string) =>
  isWallet(method) ? (["successful", "failed"] as const) : (["pending"] as const);

const CardOptions = ({ fields }: { fields: Fields }) => (
  <optgroup label="Test cards">
    {TEST_CARDS.filter(({ brand }) => !isExcludedBrand(fields, brand)).map((card) => (
      <option value={card.number}>
        …{card.number.slice(-4)} {describeCard(card)}
      </option>
    ))}
  </optgroup>
);

const MethodOptions = ({ methods }: { methods: readonly string[] }) => (
  <optgroup label="Other methods">
    {methods.flatMap((method) =>
      outcomesOf(method).map((outcome) => (
        <option value={`${method}:${outcome}`}>
          {method} {outcome}
        </option>
      )),
    )}
  </optgroup>
);

interface PayFormProps {
  readonly field: "token" | "product";
  readonly id: string;
  readonly what: string;
  /** What its button says. */
  readonly button?: string;
  /** The token's fields. A product's payment link offers every card. */
  readonly fields?: Fields;
}

export const PayForm = ({ field, id, what, button = "Pay", fields }: PayFormProps) => {
  const offered = fields ? offeredMethods(fields) : [CARD];
  const others = offered.filter((method) => method !== CARD);
  if (offered.length === 0) return null;
  return (
    <ActionForm action="pay" subject={[field, id]}>
      <Submit id={`pay-${id}`} label={`${button} for ${what}`}>
        {button}
      </Submit>
      <Choice name="card" id={`card-${id}`} title={`Test card or method for ${what}`}>
        {offered.includes(CARD) && <CardOptions fields={fields ?? {}} />}
        {others.length > 0 && <MethodOptions methods={others} />}
      </Choice>
    </ActionForm>
  );
};
