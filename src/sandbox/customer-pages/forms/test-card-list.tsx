import {
  brandName,
  cardNote,
  cardResult,
  grouped,
  sampleCode,
  type TestCard,
} from "../../gateway/cards/test-cards.ts";
import type { Fields } from "../../gateway/input/section.ts";
import { acceptedCards } from "../../gateway/methods/methods.ts";
import type { SessionProps } from "../checkout-session.ts";

const CardButton = ({ number, children }: { readonly number: string; readonly children: string }) => (
  <button
    type="button"
    class="plain"
    data-card={number}
    data-code={sampleCode(number)}
    aria-label={`Use ${grouped(number)}`}
    hidden
  >
    {children}
  </button>
);

/** Returns a test card that pays. */
export const sampleCard = (fields: Fields): TestCard | undefined =>
  acceptedCards(fields).find((card) => cardResult(card) === "Paid");

/** A test card that pays, and the list of all test cards. In English, because only developers read it. */
export const TestCards = ({ session: { checkout, gateway } }: SessionProps) => {
  const cards = acceptedCards(checkout.fields);
  const sample = sampleCard(checkout.fields);
  return (
    <div class="developer test-cards" lang="en">
      <small id="number-hint">Test cards only. Never enter a real card.</small>
      {sample && <CardButton number={sample.number}>{`Use ${grouped(sample.number)}`}</CardButton>}
      <details data-year={String(gateway.clock.now().getUTCFullYear() + 2).slice(-2)}>
        <summary>All test cards</summary>
        <div>
          <p>Use any name, future date and security code: 3 digits, or 4 for American Express.</p>
          {[...Map.groupBy(cards, cardResult)].map(([result, group]) => (
            <table>
              <caption>{result}</caption>
              {group.map((card) => (
                <tr>
                  <th scope="row">
                    <code>{grouped(card.number)}</code>
                    <br />
                    <small>{[brandName(card.brand), cardNote(card)].filter(Boolean).join(", ")}</small>
                  </th>
                  <td>
                    <CardButton number={card.number}>Use</CardButton>
                  </td>
                </tr>
              ))}
            </table>
          ))}
        </div>
      </details>
    </div>
  );
};
