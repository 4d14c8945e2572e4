import type { Child } from "hono/jsx";
import { orderFacts } from "../../explain/order-facts.ts";
import { type Phrase, type Step, slug } from "../../explain/sentence.ts";
import { verdictOf } from "../../explain/verdict.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { pageLinks } from "../../gateway/page-links.ts";
import { ActionForm, Link, orderAddress, Submit, Time } from "./parts.tsx";
import { PayForm } from "./pay-form.tsx";

interface VerdictProps {
  readonly order: Order;
  readonly gateway: Gateway;
  readonly origin: string;
}

/** Returns the data that the button of a step posts. It is an action for an object, and a choice. */
const postOf = (step: Exclude<Step, { press: "Pay" | "the payment page" }>, { id }: Order) => {
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

const StepPart = ({ step, order, origin }: VerdictProps & { step: Step }): Child => {
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
  if ("order" in part) return <a href={orderAddress(part.order)}>{part.name}</a>;
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
