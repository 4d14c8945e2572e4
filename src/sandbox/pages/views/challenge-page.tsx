import { brandName } from "../forms/cards.ts";
import { OrderFacts } from "./order-facts.tsx";
import { OrderSummary } from "./order-summary.tsx";
import { TokenLayout } from "./token-layout.tsx";
import { orderOf, pathTo, type Visit } from "../checkout-session.ts";

const ChallengeForm = ({ visit, isFramed }: { readonly visit: Visit; readonly isFramed: boolean }) => {
  const { words, transaction } = visit;
  const card = transaction?.credit_card;
  return (
    <section class="panel">
      <h1>{words.challenge.heading}</h1>
      <dl class="facts">
        <OrderFacts visit={visit} />
        {card && (
          <>
            <dt>{words.challenge.card}</dt>
            <dd>{words.savedCardNumber(brandName(card.brand ?? ""), card.last_4 ?? "")}</dd>
          </>
        )}
      </dl>
      <form
        method="post"
        action={pathTo(visit, "challenge")}
        target={isFramed ? "_parent" : undefined}
        class="sandbox-step"
      >
        <p>{words.challenge.text}</p>
        <button type="submit" name="answer" value="confirm" class="primary">
          {words.challenge.confirm}
        </button>
        <button type="submit" name="answer" value="decline" class="secondary">
          {words.challenge.decline}
        </button>
      </form>
    </section>
  );
};

/** What a bank shows for 3-D Secure. In a frame, its answer goes to the page around it. */
export const ChallengePage = ({ visit, isFramed }: { readonly visit: Visit; readonly isFramed: boolean }) => (
  <TokenLayout visit={visit} title={visit.words.challenge.heading} isFramed={isFramed}>
    <ChallengeForm visit={visit} isFramed={isFramed} />
  </TokenLayout>
);

/** The bank's page in a frame, as `iframe: true` asks for it. */
export const ChallengeInFrame = ({ visit }: { readonly visit: Visit }) => (
  <TokenLayout visit={visit} title={visit.words.challenge.heading} width="wide">
    <OrderSummary order={orderOf(visit)} words={visit.words} />
    <section class="panel around">
      <h1 class="unseen">{visit.words.challenge.heading}</h1>
      <iframe
        class="challenge"
        title={visit.words.challenge.frame}
        src={pathTo(visit, "challenge", { frame: "1" })}
      />
    </section>
  </TokenLayout>
);
