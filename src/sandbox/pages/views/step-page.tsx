import { isAlternative } from "../../gateway/transactions/offered-methods.ts";
import { pathTo, type SessionProps } from "../checkout-session.ts";
import type { Entries } from "../entries/form.ts";
import { MethodParameters, methodName } from "../forms/method-fieldset.tsx";
import { orderOf } from "../order/order.ts";
import { TokenLayout } from "./layout.tsx";
import { SandboxStep } from "./sandbox-step.tsx";

/** Fields that no other page may contain. */
const SECRET = ["number", "cvc", "saved_cvc", "outcome"];

/** The outcome of a customer who returns to the form. */
export const BACK = "back";

interface Props extends SessionProps {
  readonly method: string;
  readonly entries: Entries;
}

/** Stands for a wallet or an alternative method: the customer chooses the result. */
export const StepPage = ({ session, method, entries }: Props) => {
  const { step } = session.messages;
  const name = methodName(method, session.messages);
  const { title, amount } = orderOf(session);
  const record = Object.entries({ ...entries, method }).filter(([field]) => !SECRET.includes(field));
  return (
    <TokenLayout session={session} title={step.heading(name)}>
      <section class="panel">
        <h1>{step.heading(name)}</h1>
        <p class="amount">{amount}</p>
        <p>{title}</p>
        <MethodParameters session={session} method={method} isStarted />
        <SandboxStep
          processing={session.messages.processing}
          action={pathTo(session, "checkout")}
          text={step.text(name)}
          name="outcome"
          choices={[
            ["successful", step.approve, "primary"],
            ["failed", step.decline],
            ...(isAlternative(method) ? [["pending", step.leavePending] as const] : []),
            [BACK, step.back, "plain"],
          ]}
        >
          {record.map(([field, value]) => (
            <input type="hidden" name={field} value={value} />
          ))}
        </SandboxStep>
      </section>
    </TokenLayout>
  );
};
