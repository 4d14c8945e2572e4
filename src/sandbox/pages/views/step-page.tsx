import { isAlternative } from "../../gateway/transactions/offered-methods.ts";
import { type CheckoutSession, pathTo } from "../checkout-session.ts";
import type { Entries } from "../entries/form.ts";
import { MethodParameters, methodName } from "../forms/method-fieldset.tsx";
import { MethodMark } from "../marks/marks.tsx";
import { orderOf } from "../order/order.ts";
import { TokenLayout } from "./token-layout.tsx";

/** Fields that no other page may contain. */
const SECRET = ["number", "cvc", "saved_cvc", "outcome"];

/** The outcome of a customer who returns to the form. */
export const BACK = "back";

interface Props {
  readonly session: CheckoutSession;
  readonly method: string;
  readonly entries: Entries;
}

/** Stands for a wallet or an alternative method: the customer chooses the result. */
export const StepPage = ({ session, method, entries }: Props) => {
  const { messages } = session;
  const name = methodName(method, messages);
  const { title, amount } = orderOf(session);
  const record = Object.entries({ ...entries, method }).filter(([field]) => !SECRET.includes(field));
  return (
    <TokenLayout session={session} title={messages.step.heading(name)}>
      <section class="panel">
        <h1 class="with-mark">
          <MethodMark method={method} />
          {messages.step.heading(name)}
        </h1>
        <p class="amount">{amount}</p>
        <p dir="auto">{title}</p>
        <MethodParameters session={session} method={method} isStarted />
        <form method="post" action={pathTo(session, "checkout")} class="sandbox-step">
          <p>{messages.step.text(name)}</p>
          {record.map(([field, value]) => (
            <input type="hidden" name={field} value={value} />
          ))}
          <button
            type="submit"
            name="outcome"
            value="successful"
            class="primary"
            data-processing={messages.processing}
          >
            {messages.step.approve}
          </button>
          <button type="submit" name="outcome" value="failed" class="secondary">
            {messages.step.decline}
          </button>
          {isAlternative(method) && (
            <button type="submit" name="outcome" value="pending" class="secondary">
              {messages.step.leavePending}
            </button>
          )}
          <button type="submit" name="outcome" value={BACK} class="plain">
            {messages.step.back}
          </button>
        </form>
      </section>
    </TokenLayout>
  );
};
