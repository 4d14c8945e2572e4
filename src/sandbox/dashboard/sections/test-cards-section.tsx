import { grouped, TEST_CARDS, type TestCard } from "../../gateway/cards/test-cards.ts";
import { Cell, Table } from "./list.tsx";
import { Copy, State } from "./parts.tsx";

const SECURE: Readonly<Record<TestCard["secure"], string>> = {
  none: "not asked",
  challenge: "challenge",
  frictionless: "frictionless",
  failed: "fails",
};

/** The first card of each kind of 3-D Secure, and the others, which differ in its result or their brand. */
const { shown = [], more = [] } = Object.groupBy(TEST_CARDS, ({ secure }, index) =>
  secure === "none" || TEST_CARDS.findIndex((card) => card.secure === secure) === index ? "shown" : "more",
);

const CardTable = ({ caption, cards }: { caption: string; cards: readonly TestCard[] }) => (
  <Table caption={caption} columns={["Number", "Outcome", "3-D Secure"]}>
    {cards.map(({ number, outcome, secure, isDeclinedLater }) => (
      <tr>
        <Cell of="Number" class="beside">
          <code>{grouped(number)}</code>
          <Copy what={`card number ${grouped(number)}`} text={number} />
        </Cell>
        <Cell of="Outcome">
          <State>{outcome}</State>
          {isDeclinedLater && <span class="note">once</span>}
        </Cell>
        <Cell of="3-D Secure">{SECURE[secure]}</Cell>
      </tr>
    ))}
  </Table>
);

export const TestCardsSection = () => (
  <section id="cards" aria-labelledby="cards-title" tabindex={-1}>
    <h2 id="cards-title">Test cards</h2>
    <CardTable caption="Test cards with the outcome of a payment" cards={shown} />
    <details>
      <summary>More cards with 3-D Secure</summary>
      <CardTable caption="More test cards with 3-D Secure" cards={more} />
    </details>
    <p class="hint">
      Any name, any CVC, any expiry date in the future. Only these numbers are accepted, and no money moves.
    </p>
  </section>
);
