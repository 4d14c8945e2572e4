import type { Child } from "hono/jsx";
import { isAlternative } from "../../gateway/transactions/offered-methods.ts";
import { pathTo, type SessionProps } from "../checkout-session.ts";
import type { Entries } from "../forms/form.ts";
import { methodName } from "../forms/methods.tsx";
import { MethodParameters, OrderFacts } from "./facts.tsx";
import { TokenLayout } from "./layout.tsx";
import { orderOf, SessionOrder } from "./order.tsx";
import { redirectedMessage } from "./widget-message.ts";

interface SandboxStepProps {
  /** The address that it is posted to. */
  readonly action: string;
  readonly target?: "_parent" | undefined;
  readonly text: string;
  readonly name: "action" | "answer" | "outcome";
  readonly choices: readonly (readonly [value: string, text: string, look?: "primary" | "plain"])[];
  readonly children?: Child;
}

export const stepText = (what: string): string => `In this sandbox, you choose the result of ${what}.`;

/**
 * A form in which the customer chooses the result, since the sandbox has no bank, wallet or cash desk. It is in English, as
 * the dashboard is: only developers see it.
 */
export const SandboxStep = ({ action, target, text, name, choices, children }: SandboxStepProps) => (
  <form method="post" action={action} target={target} class="sandbox-step" lang="en">
    <p>{text}</p>
    {children}
    {choices.map(([value, choice, look]) => (
      <button type="submit" name={name} value={value} class={look}>
        {choice}
      </button>
    ))}
  </form>
);

/** Fields that no other page may contain. */
const SECRET = ["number", "cvc", "saved_cvc", "outcome"];

/** The outcome of a customer who returns to the form. */
export const BACK = "back";

interface StepPageProps extends SessionProps {
  readonly method: string;
  readonly entries: Entries;
}

/** Stands for a wallet or an alternative method: the customer chooses the result. */
export const StepPage = ({ session, method, entries }: StepPageProps) => {
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

/** The bank's page for 3-D Secure. In a frame, its form navigates the parent page. */
export const ChallengePage = ({ session, isFramed }: SessionProps & { readonly isFramed: boolean }) => {
  const { challenge } = session.messages;
  return (
    <TokenLayout
      session={session}
      title={challenge}
      isFramed={isFramed}
      widgetMessage={isFramed ? undefined : redirectedMessage(session)}
    >
      <section class="panel">
        <h1>{challenge}</h1>
        <dl class="facts">
          <OrderFacts session={session} />
        </dl>
        <SandboxStep
          action={pathTo(session, "challenge")}
          target={isFramed ? "_parent" : undefined}
          text={stepText("the 3-D Secure challenge")}
          name="answer"
          choices={[
            ["confirm", "Confirm payment", "primary"],
            ["decline", "Decline"],
          ]}
        />
      </section>
    </TokenLayout>
  );
};

/** The bank's page in a frame, for `iframe: true`. */
export const ChallengeInFrame = ({ session }: SessionProps) => {
  const { challenge } = session.messages;
  return (
    <TokenLayout session={session} title={challenge}>
      <SessionOrder session={session} />
      <section>
        <h1 class="unseen">{challenge}</h1>
        <iframe class="challenge" title={challenge} src={`${pathTo(session, "challenge")}&frame=1`} />
      </section>
    </TokenLayout>
  );
};
