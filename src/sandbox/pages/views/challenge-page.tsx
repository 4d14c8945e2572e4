import { type CheckoutSession, pathTo } from "../checkout-session.ts";
import { orderOf } from "../order/order.ts";
import { OrderFacts } from "../order/order-facts.tsx";
import { OrderSummary } from "../order/order-summary.tsx";
import { redirectedMessage } from "../return/widget-message.ts";
import { CardFact } from "./card-fact.tsx";
import { TokenLayout } from "./token-layout.tsx";

const ChallengeForm = ({
  session,
  isFramed,
}: {
  readonly session: CheckoutSession;
  readonly isFramed: boolean;
}) => {
  const { messages } = session;
  return (
    <section class="panel">
      <h1>{messages.challenge.heading}</h1>
      <dl class="facts">
        <OrderFacts session={session} />
        <CardFact session={session} />
      </dl>
      <form
        method="post"
        action={pathTo(session, "challenge")}
        target={isFramed ? "_parent" : undefined}
        class="sandbox-step"
      >
        <p>{messages.challenge.text}</p>
        <button
          type="submit"
          name="answer"
          value="confirm"
          class="primary"
          data-processing={messages.processing}
        >
          {messages.challenge.confirm}
        </button>
        <button type="submit" name="answer" value="decline" class="secondary">
          {messages.challenge.decline}
        </button>
      </form>
    </section>
  );
};

/** The bank's page for 3-D Secure. In a frame, its form navigates the parent page. */
export const ChallengePage = ({
  session,
  isFramed,
}: {
  readonly session: CheckoutSession;
  readonly isFramed: boolean;
}) => (
  <TokenLayout
    session={session}
    title={session.messages.challenge.heading}
    isFramed={isFramed}
    widgetMessage={isFramed ? undefined : redirectedMessage(session)}
  >
    <ChallengeForm session={session} isFramed={isFramed} />
  </TokenLayout>
);

/** The bank's page in a frame, for `iframe: true`. */
export const ChallengeInFrame = ({ session }: { readonly session: CheckoutSession }) => (
  <TokenLayout session={session} title={session.messages.challenge.heading} width="wide">
    <OrderSummary
      order={orderOf(session)}
      messages={session.messages}
      shopName={session.shop.shopName}
      isCompact={session.isWidget}
    />
    <section class="panel around">
      <h1 class="unseen">{session.messages.challenge.heading}</h1>
      <iframe
        class="challenge"
        title={session.messages.challenge.frame}
        src={pathTo(session, "challenge", { frame: "1" })}
      />
    </section>
  </TokenLayout>
);
