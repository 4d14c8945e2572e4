import { grouped, TEST_CARDS, type TestCard } from "../../gateway/payments/test-cards.ts";
import { Cell, Table } from "./list.tsx";
import { Copy, State } from "./parts.tsx";

const SECURE: Readonly<Record<TestCard["secure"], string>> = {
  none: "not asked",
  challenge: "challenge",
  frictionless: "frictionless",
  failed: "fails",
};

export const TestCardsSection = () => (
  <section id="cards" aria-labelledby="cards-title" tabindex={-1}>
    <h2 id="cards-title">Test cards</h2>
    <Table caption="Test cards with the outcome of a payment" columns={["Number", "Outcome", "3-D Secure"]}>
      {TEST_CARDS.map(({ number, outcome, secure }) => (
        <tr>
          <Cell of="Number" class="beside">
            <code>{grouped(number)}</code>
            <Copy what={`card number ${grouped(number)}`} text={number} />
          </Cell>
          <Cell of="Outcome">
            <State>{outcome}</State>
          </Cell>
          <Cell of="3-D Secure">{SECURE[secure]}</Cell>
        </tr>
      ))}
    </Table>
    <p class="hint">
      Any name, any CVC, any expiry date in the future. Only these numbers are accepted, and no money moves.
    </p>
  </section>
);
