import { formatAmount } from "../../format-amount.ts";
import { attemptsOf } from "../../gateway/checkouts/checkout-state.ts";
import type { CheckoutRecord } from "../../gateway/records.ts";
import { section, textOf } from "../../gateway/section.ts";
import type { Shop } from "../../gateway/shop.ts";
import { FirstToken } from "./first-steps.tsx";
import { latest } from "./latest.ts";
import type { Links } from "./links.ts";
import { Cell, PayForm, PayLink, Section, State, Table, Time } from "./parts.tsx";

const ExpireForm = ({ token, what }: { token: string; what: string }) => (
  <form method="post" action="/sandbox/expire">
    <input type="hidden" name="token" value={token} />
    <button type="submit" id={`expire-${token}`} aria-label={`Expire ${what}`}>
      Expire
    </button>
  </form>
);

interface RowProps {
  readonly checkout: CheckoutRecord;
  readonly shop: Shop;
  readonly links: Links;
}

const Row = ({ checkout, shop, links }: RowProps) => {
  const { token, fields, uids } = checkout;
  const order = section(fields["order"]);
  const description = textOf(order["description"]) ?? "";
  const trackingId = textOf(order["tracking_id"]);
  const state = shop.checkouts.stateOf(checkout);
  const what = trackingId ?? description;
  return (
    <tr id={token}>
      <Cell of="Order">
        <strong>{description}</strong>
        {trackingId && <code class="id">{trackingId}</code>}
      </Cell>
      <Cell of="Amount" class="number">
        {formatAmount(order["amount"], order["currency"], "en")}
      </Cell>
      <Cell of="State">
        <State>{state}</State>
      </Cell>
      <Cell of="Attempts" class="number">
        {uids.length} of {attemptsOf(checkout)}
      </Cell>
      <Cell of="Runs out">
        <Time at={shop.checkouts.expiryOf(checkout).toISOString()} />
      </Cell>
      <Cell of="Page">
        <PayLink kind="token" id={token} to={links.token(token)} label={`${token.slice(0, 8)}…`} />
      </Cell>
      <Cell of="Actions" class="actions">
        {state === "open" && <PayForm field="token" id={token} what={what} />}
        {(state === "open" || state === "in progress") && <ExpireForm token={token} what={what} />}
      </Cell>
    </tr>
  );
};

const COLUMNS = ["Order", "Amount", "State", "Attempts", "Runs out", "Page", "Actions"];

export const TokensSection = ({ shop, links }: { shop: Shop; links: Links }) => {
  const { checkouts } = shop.store;
  const shown = latest(checkouts);
  return (
    <Section
      id="tokens"
      title="Payment tokens"
      total={checkouts.size}
      shown={shown.length}
      empty={<FirstToken />}
    >
      <Table caption="Payment tokens, the latest first" columns={COLUMNS}>
        {shown.map((checkout) => (
          <Row checkout={checkout} shop={shop} links={links} />
        ))}
      </Table>
    </Section>
  );
};
