import { pathTo, type SessionProps } from "../checkout-session.ts";
import { OrderFacts } from "../order/facts.tsx";
import { SessionOrder } from "../order/order-summary.tsx";
import { redirectedMessage } from "../return/widget-message.ts";
import { TokenLayout } from "./layout.tsx";
import { SandboxStep, stepText } from "./sandbox-step.tsx";

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
