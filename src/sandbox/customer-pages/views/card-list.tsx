import { describeCard, grouped } from "../../gateway/cards/test-cards.ts";
import type { SessionProps } from "../checkout-session.ts";
import { sampleCode } from "../entries/card-rules.ts";
import { acceptedCards } from "../entries/cards.ts";

/** The list of the test cards, below the content of the page. In English, as on the dashboard: it is for developers. */
export const CardList = ({ session }: SessionProps) => {
  const { checkout, shop } = session;
  const cards = acceptedCards(checkout.fields);
  if (cards.length === 0) return null;
  return (
    <details class="test-cards" lang="en" data-year={String(shop.clock.now().getUTCFullYear() + 2).slice(-2)}>
      <summary>Test cards</summary>
      <p class="hint">Use any name, future date and security code: 3 digits, or 4 for American Express.</p>
      <ul>
        {cards.map((card) => (
          <li>
            <span>
              <code>{grouped(card.number)}</code>
              <span class="hint">{describeCard(card)}</span>
            </span>
            <button
              type="button"
              data-card={card.number}
              data-code={sampleCode(card.number)}
              aria-label={`Use ${card.number}`}
              hidden
            >
              Use
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
};
