import { isAlternative } from "../../gateway/transactions/offered-methods.ts";
import { pathTo, type SessionProps } from "../checkout-session.ts";
import type { Entries } from "../entries/form.ts";
import { MethodParameters, methodName } from "../forms/method-fieldset.tsx";
import { orderOf } from "../order/order.ts";
import { TokenLayout } from "./layout.tsx";
import { SandboxStep, stepText } from "./sandbox-step.tsx";

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
  const name = methodName(method, session.messages);
  const heading = session.messages.payBy(name);
  const { title, amount } = orderOf(session);
  const record = Object.entries({ ...entries, method }).filter(([field]) => !SECRET.includes(field));
  return (
    <TokenLayout session={session} title={heading}>
      <section class="panel">
        <h1>{heading}</h1>
        <p class="amount">{amount}</p>
        <p>{title}</p>
        <MethodParameters session={session} method={method} isStarted />
        <SandboxStep
          action={pathTo(session, "checkout")}
          text={stepText(name)}
          name="outcome"
          choices={[
            ["successful", "Approve", "primary"],
            ["failed", "Decline"],
            ...(isAlternative(method) ? [["pending", "Leave pending"] as const] : []),
            [BACK, "Back", "plain"],
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
