import { grouped, type TestCard } from "../../gateway/cards/test-cards.ts";
import type { SessionProps } from "../checkout-session.ts";
import { sampleCode } from "../entries/card-rules.ts";
import { acceptedCards } from "../entries/cards.ts";
import type { Messages } from "../i18n.ts";

const outcomeOf = ({ secure, outcome, decline }: TestCard, { testCardOutcomes: texts }: Messages): string => {
  if (decline) return `${texts.failed}: ${decline.message}`;
  if (secure === "failed") return texts.notConfirmed;
  return secure === "none" ? texts[outcome] : texts[secure];
};

/** The list of the test cards, below the content of the page. */
export const CardList = ({ session }: SessionProps) => {
  const { checkout, messages, shop } = session;
  const cards = acceptedCards(checkout.fields);
  if (cards.length === 0) return null;
  return (
    <details class="test-cards" data-year={String(shop.clock.now().getUTCFullYear() + 2).slice(-2)}>
      <summary>{messages.testCards}</summary>
      <p class="hint">{messages.testCardsIntro}</p>
      <ul>
        {cards.map((card) => (
          <li>
            <span>
              <code>{grouped(card.number)}</code>
              <span class="hint">{outcomeOf(card, messages)}</span>
            </span>
            <button
              type="button"
              class="secondary small"
              data-card={card.number}
              data-code={sampleCode(card.number)}
              aria-label={`${messages.useCard} ${card.number}`}
              hidden
            >
              {messages.useCard}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};
