import { brandName, cardNote, cardResult, grouped, TEST_CARDS } from "../../gateway/cards/test-cards.ts";
import { Cell, Table } from "../parts/list.tsx";
import { Copy, State } from "../parts/parts.tsx";

export const CardsPage = () => (
  <section id="cards" aria-label="Test cards">
    <p class="hint">
      Any name, any security code, any expiry date in the future. Only these numbers are accepted, and no
      money moves.
    </p>
    <Table
      caption="Test cards with their results"
      columns={["Number", "Brand", "Result", "Note"]}
      class="compact"
    >
      {TEST_CARDS.map((card) => (
        <tr id={`card-${card.number}`}>
          <Cell of="Number" class="beside">
            <code>{grouped(card.number)}</code>
            <Copy what={`card number ${grouped(card.number)}`} text={card.number} />
          </Cell>
          <Cell of="Brand">{brandName(card.brand)}</Cell>
          <Cell of="Result">
            <State tone={card.outcome === "successful" ? "good" : "bad"}>{cardResult(card)}</State>
          </Cell>
          <Cell of="Note">{cardNote(card)}</Cell>
        </tr>
      ))}
    </Table>
  </section>
);
