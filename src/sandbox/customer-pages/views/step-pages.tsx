import type { Child } from "hono/jsx";
import { CARD, isAlternative, kindOfMethod } from "../../gateway/methods/methods.ts";
import { pathTo, type SessionProps } from "../checkout-session.ts";
import type { Entries } from "../forms/fields.tsx";
import { methodName } from "../forms/method-choice.tsx";
import { messages } from "../messages.ts";
import { Fact, MethodParameters, orderOf, paidWith, SessionOrder } from "./facts.tsx";
import { DashboardLink, TokenLayout } from "./layout.tsx";
import { redirectedMessage } from "./widget-message.ts";

interface SandboxStepProps extends SessionProps {
  readonly action: string;
  /** For a page in a frame, whose form navigates the page around it. */
  readonly target?: "_parent" | undefined;
  readonly text: string;
  readonly name: "action" | "answer" | "outcome";
  /** The most frequent choice is first. */
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly children?: Child;
}

export const stepText = (what: string): string => `You choose the result of ${what}.`;

/** A form for the result, in place of a bank, wallet or cash desk. Always in English, because only developers see it. */
export const SandboxStep = ({ session, action, target, text, name, choices, children }: SandboxStepProps) => (
  <aside class="developer" lang="en" aria-labelledby="local-gateway">
    <form method="post" action={action} target={target}>
      <h2 id="local-gateway">Local gateway</h2>
      <p>For developers, in place of a bank. {text}</p>
      {children}
      {choices.map(([value, choice], index) => (
        <button type="submit" name={name} value={value} class={index > 0 ? "plain" : undefined}>
          {choice}
        </button>
      ))}
      {target === undefined && <DashboardLink session={session} />}
    </form>
  </aside>
);

/** Fields that no other page may contain. */
const SECRET = ["number", "cvc", "saved_cvc", "outcome"];

export const BACK = "back";

/** The page of a wallet or an alternative method, on which the customer selects the result. */
export const StepPage = ({
  session,
  method,
  entries,
}: SessionProps & { readonly method: string; readonly entries: Entries }) => {
  const name = methodName(method);
  const heading = messages.payBy(name);
  const { title, amount } = orderOf(session);
  const record = Object.entries({ ...entries, method }).filter(([field]) => !SECRET.includes(field));
  return (
    <TokenLayout session={session} title={heading} hasStep>
      <article>
        <h1>{heading}</h1>
        <p>
          <strong>{amount}</strong>
        </p>
        <p>{title}</p>
        <MethodParameters session={session} method={method} isStarted />
      </article>
      <SandboxStep
        session={session}
        action={pathTo(session, "checkout")}
        text={stepText(name)}
        name="outcome"
        choices={[
          ["successful", "Approve"],
          ["failed", "Decline"],
          ...(isAlternative(method) ? [["pending", "Leave pending"] as const] : []),
          [BACK, "Back"],
        ]}
      >
        {record.map(([field, value]) => (
          <input type="hidden" name={field} value={value} />
        ))}
      </SandboxStep>
    </TokenLayout>
  );
};

/** The bank's page for 3-D Secure, or the page of a wallet. In a frame, its form navigates the parent page. */
export const ChallengePage = ({ session, isFramed }: SessionProps & { readonly isFramed: boolean }) => {
  const { transaction } = session;
  const method = transaction?.payment_method_type ?? CARD;
  const name = methodName(method);
  const heading = transaction?.credit_card ? messages.challenge : messages.payBy(name);
  const { title, amount } = orderOf(session);
  return (
    <TokenLayout
      session={session}
      title={heading}
      isFramed={isFramed}
      hasStep
      widgetMessage={isFramed ? undefined : redirectedMessage(session)}
    >
      <article class="wait">
        {!isFramed && <h1>{heading}</h1>}
        <p>
          <strong>{amount}</strong>
        </p>
        <dl>
          <Fact name={messages.order}>{title}</Fact>
          {transaction?.credit_card && <Fact name={name}>{paidWith(transaction)}</Fact>}
        </dl>
      </article>
      <SandboxStep
        session={session}
        action={pathTo(session, "challenge")}
        target={isFramed ? "_parent" : undefined}
        text={stepText(kindOfMethod(method).step(name))}
        name="answer"
        choices={[
          ["confirm", "Confirm payment"],
          ["decline", "Decline"],
        ]}
      />
    </TokenLayout>
  );
};

export const ChallengeInFrame = ({ session }: SessionProps) => {
  const { challenge } = messages;
  return (
    <TokenLayout session={session} title={challenge}>
      <SessionOrder session={session} />
      <article>
        <h1>{challenge}</h1>
        <iframe title={challenge} src={`${pathTo(session, "challenge")}&frame=1`} />
      </article>
    </TokenLayout>
  );
};
