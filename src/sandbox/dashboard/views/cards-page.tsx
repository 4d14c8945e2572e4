import { describeCard, grouped, TEST_CARDS } from "../../gateway/cards/test-cards.ts";
import { Cell, Table } from "../parts/list.tsx";
import { Copy, State } from "../parts/parts.tsx";

export const CardsPage = () => (
  <section id="cards" aria-label="Test cards">
    <p class="hint">
      Any name, any CVC, any expiry date in the future. Only these numbers are accepted, and no money moves.
    </p>
    <Table caption="Test cards with what they do" columns={["Number", "Brand", "Outcome", "What it does"]}>
      {TEST_CARDS.map((card) => (
        <tr id={`card-${card.number}`}>
          <Cell of="Number" class="beside">
            <code>{grouped(card.number)}</code>
            <Copy what={`card number ${grouped(card.number)}`} text={card.number} />
          </Cell>
          <Cell of="Brand">{card.brand}</Cell>
          <Cell of="Outcome">
            <State tone={card.outcome === "successful" ? "good" : "bad"}>{card.outcome}</State>
          </Cell>
          <Cell of="What it does">{describeCard(card)}</Cell>
        </tr>
      ))}
    </Table>
  </section>
);
