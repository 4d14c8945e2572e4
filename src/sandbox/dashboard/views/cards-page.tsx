import { grouped, TEST_CARDS, type TestCard } from "../../gateway/cards/test-cards.ts";
import { Cell, Table } from "../parts/list.tsx";
import { Copy, State } from "../parts/parts.tsx";
import { Layout, type PageProps } from "./layout.tsx";

const SECURE: Readonly<Record<TestCard["secure"], string>> = {
  none: "not asked",
  challenge: "challenge",
  frictionless: "frictionless",
  failed: "fails",
};

/** The test cards, with what a payment by each leads to. */
export const CardsPage = (props: PageProps) => (
  <Layout {...props} title="Test cards" at="/sandbox/cards">
    <h1>Test cards</h1>
    <section id="cards" aria-label="Test cards">
      <p class="hint">
        Any name, any CVC, any expiry date in the future. Only these numbers are accepted, and no money moves.
      </p>
      <Table
        caption="Test cards with the outcome of a payment"
        columns={["Number", "Brand", "Outcome", "3-D Secure"]}
      >
        {TEST_CARDS.map(({ number, brand, outcome, secure, isDeclinedLater }) => (
          <tr>
            <Cell of="Number" class="beside">
              <code>{grouped(number)}</code>
              <Copy what={`card number ${grouped(number)}`} text={number} />
            </Cell>
            <Cell of="Brand">{brand}</Cell>
            <Cell of="Outcome">
              <State tone={outcome === "successful" ? "good" : "bad"}>{outcome}</State>
              {isDeclinedLater && <span class="note">once</span>}
            </Cell>
            <Cell of="3-D Secure">{SECURE[secure]}</Cell>
          </tr>
        ))}
      </Table>
    </section>
  </Layout>
);
