import { brandName, cardNote, cardResult } from "../../gateway/cards/test-cards.ts";
import { type Fields, sectionOf } from "../../gateway/input/section.ts";
import {
  acceptedCards,
  CARD,
  kindOfMethod,
  methodRow,
  offeredMethods,
} from "../../gateway/methods/methods.ts";
import { ActionForm, Choice, Submit } from "./parts.tsx";

/** The test cards of the accepted brands, grouped by their result. */
const CardOptions = ({ fields }: { fields: Fields }) => (
  <>
    {[...Map.groupBy(acceptedCards(fields), cardResult)].map(([result, cards]) => (
      <optgroup label={result}>
        {cards.map((card) => (
          <option value={JSON.stringify({ card: card.number })}>
            {[`${brandName(card.brand)} …${card.number.slice(-4)}`, cardNote(card)]
              .filter(Boolean)
              .join(", ")}
          </option>
        ))}
      </optgroup>
    ))}
  </>
);

const MethodOptions = ({ methods }: { methods: readonly string[] }) => (
  <optgroup label="Other methods">
    {methods.flatMap((method) =>
      kindOfMethod(method).outcomes.map((outcome) => (
        <option value={JSON.stringify({ method, outcome })}>
          {methodRow(method).name}, {outcome}
        </option>
      )),
    )}
  </optgroup>
);

interface PayFormProps {
  /** Id of an order or a product. */
  readonly id: string;
  readonly what: string;
  readonly button?: string;
  /** The token's fields. Without them, every card is offered, as for a product. */
  readonly fields?: Fields;
}

export const PayForm = ({ id, what, button = "Pay", fields }: PayFormProps) => {
  const offered = fields ? offeredMethods(fields) : [CARD];
  const others = offered.filter((method) => method !== CARD);
  if (offered.length === 0) return null;
  return (
    <ActionForm action="pay" subject={["order", id]}>
      <Submit id={`pay-${id}`} label={`${button} for ${what}`}>
        {button}
      </Submit>
      <Choice label="with" name="json" id={`card-${id}`} title={`Pay with a test card or method: ${what}`}>
        {offered.includes(CARD) && <CardOptions fields={sectionOf(fields)} />}
        {others.length > 0 && <MethodOptions methods={others} />}
      </Choice>
    </ActionForm>
  );
};
