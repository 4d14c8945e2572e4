import type { Child } from "hono/jsx";
import { orderFacts } from "../../explain/order-facts.ts";
import { type NextStep, type Phrase, slug } from "../../explain/sentence.ts";
import { verdictOf } from "../../explain/verdict.ts";
import { brandName, cardNote, cardResult } from "../../gateway/cards/test-cards.ts";
import { type Gateway, pageLinks } from "../../gateway/gateway.ts";
import { type Fields, sectionOf } from "../../gateway/input/section.ts";
import {
  acceptedCards,
  CARD,
  kindOfMethod,
  methodRow,
  offeredMethods,
} from "../../gateway/methods/methods.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { ActionForm, Choice, Link, Submit, Time } from "./parts.tsx";

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

interface VerdictProps {
  readonly order: Order;
  readonly gateway: Gateway;
  readonly origin: string;
}

const postOf = (step: Exclude<NextStep, { press: "Pay" | "the payment page" }>, { id }: Order) => {
  switch (step.press) {
    case "Create it again":
      return { action: "create-again", subject: ["order", id] } as const;
    case "Send again":
      return { action: "notify-again", subject: ["notification", step.delivery] } as const;
    case "Capture":
    case "Void":
      return {
        action: "follow-up",
        subject: ["uid", step.uid],
        name: "type",
        value: step.press.toLowerCase(),
      } as const;
    default: {
      const value = step.press === "Complete" ? "successful" : "failed";
      return { action: "complete", subject: ["uid", step.uid], name: "outcome", value } as const;
    }
  }
};

const StepPart = ({ step, order, origin }: VerdictProps & { step: NextStep }): Child => {
  const { name } = orderFacts(order);
  if (step.press === "Pay")
    return <PayForm id={order.id} what={name} button={step.as} fields={order.fields} />;
  if (step.press === "the payment page")
    return <Link to={pageLinks.checkout(origin, order.id)}>{step.press}</Link>;
  const { action, subject, ...choice } = postOf(step, order);
  return (
    <ActionForm action={action} subject={subject}>
      <Submit
        {...choice}
        id={`next-${slug(step.press)}`}
        class={step.press === "Void" ? "danger" : undefined}
        label={`${step.press}: ${name}`}
      >
        {step.press}
      </Submit>
    </ActionForm>
  );
};

const PartOf = ({ part, ...props }: VerdictProps & { part: Phrase }): Child => {
  if (typeof part === "string") return part;
  if ("at" in part) return <Time at={part.at} />;
  if ("order" in part) return <a href={pageLinks.order(part.order)}>{part.name}</a>;
  return "page" in part ? (
    <a href={part.page.address}>{part.page.name}</a>
  ) : (
    <StepPart {...props} step={part} />
  );
};

/** Explains why the shop did or did not mark an order as paid, with the buttons of the next actions. */
export const VerdictSentence = (props: VerdictProps) => {
  const { tone, sentences } = verdictOf(props.order, props.gateway);
  const partsOf = (parts: readonly Phrase[]) => parts.map((part) => <PartOf {...props} part={part} />);
  return (
    <div id="verdict" class={tone}>
      {sentences.map(({ says, next, isQuiet }) => (
        <>
          <div class={isQuiet ? "hint" : undefined}>{partsOf(says)}</div>
          {next.length > 0 && <div>{partsOf(next)}</div>}
        </>
      ))}
    </div>
  );
};
