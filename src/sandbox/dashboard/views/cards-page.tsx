import { cardTokenOf, ordersOf } from "../../explain/order-facts.ts";
import { brandName, cardNote, cardResult, grouped, TEST_CARDS } from "../../gateway/cards/test-cards.ts";
import { Cell, Table } from "../parts/list.tsx";
import { Copy, Id, OrderLink, type PageProps, PageSection, State } from "../parts/parts.tsx";

const SHOWN = 25;

const SavedCards = ({ gateway }: PageProps) => {
  // The oldest order with a token saved it.
  const savedBy = new Map(ordersOf(gateway).map((order) => [cardTokenOf(order), order]));
  return (
    <PageSection id="saved" title="Saved cards">
      <p class="hint">
        To charge one, send its token:{" "}
        <code>{"payments.transactions.pay({ …, credit_card: { token } })"}</code>. An order saves its card if
        it has a <code>contract</code>, or if the customer chooses it.
      </p>
      {gateway.store.cards.size > 0 && (
        <Table caption="Saved cards with their orders" columns={["Card", "Token", "Saved by"]}>
          {[...gateway.store.cards.values()]
            .slice(-SHOWN)
            .reverse()
            .map(({ token, number }) => {
              const order = savedBy.get(token);
              return (
                <tr id={`saved-${token}`}>
                  <Cell of="Card">…{number.slice(-4)}</Cell>
                  <Cell of="Token">
                    <Id what="card token">{token}</Id>
                  </Cell>
                  <Cell of="Saved by">{order && <OrderLink order={order} gateway={gateway} />}</Cell>
                </tr>
              );
            })}
        </Table>
      )}
    </PageSection>
  );
};

export const CardsPage = (props: PageProps) => (
  <>
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
    <SavedCards {...props} />
  </>
);
