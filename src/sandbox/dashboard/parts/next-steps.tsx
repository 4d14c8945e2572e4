import type { Child } from "hono/jsx";
import { FOLLOW_UPS } from "../../../api/transactions/transaction-type.ts";
import type { NextStep, OrderView, Phrase } from "../../explain/order-model.ts";
import { slug } from "../../explain/sentence.ts";
import { decimalAmount, formatAmount } from "../../format-amount.ts";
import { brandName, cardNote, cardResult } from "../../gateway/cards/test-cards.ts";
import { pageLinks } from "../../gateway/gateway.ts";
import { type Fields, sectionOf } from "../../gateway/input/section.ts";
import {
  acceptedCards,
  CARD,
  kindOfMethod,
  methodRow,
  offeredMethods,
} from "../../gateway/methods/methods.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { FOLLOW_UP_OUTCOMES } from "../../gateway/payments/follow-ups.ts";
import { ActionForm, Choice, Field, Link, PageSection, Submit, Time } from "./parts.tsx";

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

const isFollowUp = ({ action }: NextStep): boolean => FOLLOW_UPS.some((type) => type === action);

/** A button for an action on an order. */
const StepForm = ({ action, label, params, name }: NextStep & { name: string }) => (
  <ActionForm action={action}>
    {Object.entries(params).map(([field, value]) => (
      <input type="hidden" name={field} value={value} />
    ))}
    <Submit
      id={`next-${slug(label)}`}
      class={action === "expire" ? "danger" : undefined}
      label={`${label}: ${name}`}
    >
      {label}
    </Submit>
  </ActionForm>
);

const PhraseText = ({ phrase }: { phrase: Phrase }): Child => {
  if (typeof phrase === "string") return phrase;
  return "at" in phrase ? <Time at={phrase.at} /> : <a href={phrase.to}>{phrase.text}</a>;
};

/** Explains why the shop did or did not mark an order as paid, with the buttons of the next actions. */
export const Verdict = ({ view, order, origin }: { view: OrderView; order: Order; origin: string }) => {
  const { says, next, name, token } = view;
  const { tone } = says.findLast((line) => line.tone !== "quiet") ?? view;
  const steps = next.filter((step) => !isFollowUp(step) && step.action !== "expire");
  return (
    <div id="verdict" class={tone}>
      {says.map((line, index) => (
        <div class={index > 0 && line.tone === "quiet" ? "hint" : undefined}>
          {line.text.map((phrase) => (
            <PhraseText phrase={phrase} />
          ))}
        </div>
      ))}
      {steps.length > 0 && (
        <div>
          {steps.map((step) =>
            step.action === "pay" ? (
              <>
                <PayForm id={token} what={name} button={step.label} fields={order.fields} />
                <Link to={pageLinks.checkout(origin, token)}>Open the payment page</Link>
              </>
            ) : (
              <StepForm {...step} name={name} />
            ),
          )}
        </div>
      )}
    </div>
  );
};

type FollowUpProps = OrderView["transactions"][number] & { currency: string; steps: readonly NextStep[] };

/** A form for the follow-ups of a transaction. Its name and amount tell the forms of two captures apart. */
const FollowUpForm = ({ uid, name, amount, left, currency, steps }: FollowUpProps) => {
  const what = `the ${name} of ${formatAmount(amount, currency)}`;
  const labels = steps.map(({ label }, index) => (index > 0 ? label.toLowerCase() : label));
  return (
    <ActionForm action="follow-up" subject={["uid", uid]}>
      <h3>{`${labels.join(" or ")} ${what}`}</h3>
      <Field
        label={`Amount, ${currency}`}
        name="amount"
        id={`amount-${uid}`}
        value={decimalAmount(left, currency)}
        inputmode="decimal"
        required
        title={`Amount for ${what}, in ${currency}`}
      />
      <Choice label="Outcome" name="outcome" id={`outcome-${uid}`} title={`Outcome for ${what}`}>
        {Object.entries(FOLLOW_UP_OUTCOMES).map(([outcome, { word }]) => (
          <option value={outcome}>{word}</option>
        ))}
      </Choice>
      <span class="buttons">
        {steps.map(({ action, label }) => (
          <Submit
            name="type"
            value={action}
            id={`${action}-${uid}`}
            class={action === "capture" ? undefined : "danger"}
            label={`${label} this amount of ${what}`}
          >
            {`${label} this amount`}
          </Submit>
        ))}
      </span>
    </ActionForm>
  );
};

/** The forms that change an order. */
export const Actions = ({ view }: { view: OrderView }) => {
  const { next, transactions, money } = view;
  const byUid = Map.groupBy(next.filter(isFollowUp), ({ params }) => params["uid"]);
  const expire = next.find(({ action }) => action === "expire");
  if (byUid.size === 0 && !expire) return null;
  return (
    <PageSection id="change" title="Change this order">
      {expire && <StepForm {...expire} name={view.name} />}
      {transactions.map((transaction) => {
        const steps = byUid.get(transaction.uid);
        return steps && <FollowUpForm {...transaction} currency={money.currency ?? ""} steps={steps} />;
      })}
    </PageSection>
  );
};
