import type { Child } from "hono/jsx";
import { orderFacts } from "../../explain/order-facts.ts";
import type { Part, Step } from "../../explain/sentence.ts";
import { verdictOf } from "../../explain/verdict.ts";
import { decimalAmount } from "../../format-amount.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { leftOf } from "../../gateway/payments/follow-ups.ts";
import { ActionForm, Submit } from "./forms.tsx";
import { type Links, orderAddress } from "./links.ts";
import { Link, Time } from "./parts.tsx";
import { PayForm } from "./pay-form.tsx";

interface VerdictProps {
  readonly order: Order;
  readonly gateway: Gateway;
  readonly links: Links;
}

interface FollowUpProps extends VerdictProps {
  readonly uid: string;
  readonly press: "Capture" | "Void";
}

const FollowUpButton = ({ uid, press, order, gateway }: FollowUpProps) => {
  const record = gateway.store.transactions.get(uid);
  if (!record) return press;
  const amount = decimalAmount(leftOf(record, gateway.store), record.transaction.currency);
  return (
    <ActionForm action="follow-up" subject={["uid", uid]}>
      <input type="hidden" name="amount" value={amount} />
      <Submit
        id={`next-${press}`}
        name="type"
        value={press.toLowerCase()}
        class={press === "Void" ? "danger" : undefined}
        label={`${press} all of ${orderFacts(order).name}`}
      >
        {press}
      </Submit>
    </ActionForm>
  );
};

/** Shows an action as a button, a form or a link. */
const StepPart = ({ step, ...props }: VerdictProps & { step: Step }): Child => {
  const { order, links } = props;
  const { name } = orderFacts(order);
  switch (step.press) {
    case "Pay":
      return <PayForm id={order.id} what={name} button={step.as} fields={order.fields} />;
    case "the payment page":
      return <Link to={links.token(order.id)}>{step.press}</Link>;
    case "Capture":
    case "Void":
      return <FollowUpButton {...props} {...step} />;
    case "Create it again":
      return (
        <ActionForm action="create-again" subject={["order", order.id]}>
          <Submit id="next-create-again" label={`${step.press}: ${name}`}>
            {step.press}
          </Submit>
        </ActionForm>
      );
    case "Send again":
      return (
        <ActionForm action="notify-again" subject={["notification", step.delivery]}>
          <Submit id="next-send-again" label={`Send again: the notification of ${name}`}>
            {step.press}
          </Submit>
        </ActionForm>
      );
    default:
      return (
        <ActionForm action="complete" subject={["uid", step.uid]}>
          <Submit
            id={`next-${step.press}`}
            name="outcome"
            value={step.press === "Complete" ? "successful" : "failed"}
            label={`${step.press} the payment of ${name}`}
          >
            {step.press}
          </Submit>
        </ActionForm>
      );
  }
};

const PartOf = ({ part, ...props }: VerdictProps & { part: Part }): Child => {
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
  const partsOf = (parts: readonly Part[]) => parts.map((part) => <PartOf {...props} part={part} />);
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
