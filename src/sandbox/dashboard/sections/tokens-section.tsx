import { attemptsOf } from "../../gateway/checkouts/checkout-state.ts";
import { section } from "../../gateway/input/section.ts";
import type { CheckoutRecord } from "../../gateway/records/records.ts";
import type { Shop } from "../../gateway/shop.ts";
import { PayForm } from "../forms/pay-form.tsx";
import { toListing } from "../listing.ts";
import { orderOf } from "../order-of.ts";
import type { Relations } from "../relations.ts";
import type { View } from "../view.ts";
import { FirstToken } from "./first-steps.tsx";
import type { Links } from "./links.ts";
import { Cell, Section } from "./list.tsx";
import { Amount, Id, Order, PayLink, Related, State, Time } from "./parts.tsx";

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
  readonly relations: Relations;
}

const Row = ({ checkout, shop, links, relations }: RowProps) => {
  const { token, fields, uids, createdAt } = checkout;
  const { trackingId, description, amount, currency } = orderOf(checkout);
  const state = shop.checkouts.stateOf(checkout);
  const what = trackingId ?? description;
  return (
    <tr id={token}>
      <Cell of="Order">
        <Order trackingId={trackingId} description={description} />
        <Id>{token}</Id>
      </Cell>
      <Cell of="Amount" class="number">
        <Amount of={amount} currency={currency} />
      </Cell>
      <Cell of="Status">
        <State>{state}</State>
        <span class="id">
          {uids.length} of {attemptsOf(checkout)} attempts
        </span>
        {!section(fields["settings"])["notification_url"] && <span class="id">no notification_url</span>}
      </Cell>
      <Cell of="Created">
        <Time at={createdAt} />
        <span class="id">
          expires <Time at={shop.checkouts.expiryOf(checkout).toISOString()} />
        </span>
      </Cell>
      <Cell of="Links" class="links">
        <PayLink kind="token" id={token} to={links.token(token)} label="Payment page" />
        <Related relations={relations} ids={[token]} from="tokens" what={what} />
      </Cell>
      <Cell of="Actions" class="actions">
        {state === "open" && <PayForm field="token" id={token} what={what} fields={fields} />}
        {(state === "open" || state === "in progress") && <ExpireForm token={token} what={what} />}
      </Cell>
    </tr>
  );
};

const COLUMNS = ["Order", "Amount", "Status", "Created", "Links", "Actions"];

interface TokensSectionProps {
  readonly shop: Shop;
  readonly links: Links;
  readonly view: View;
}

export const TokensSection = ({ shop, links, view }: TokensSectionProps) => {
  const { store, checkouts } = shop;
  const listing = toListing("tokens", view, store.checkouts, (checkout) => ({
    texts: [checkouts.stateOf(checkout)],
    tokens: [checkout.token],
  }));
  return (
    <Section listing={listing} columns={COLUMNS} empty={<FirstToken />}>
      {listing.rows.map((checkout) => (
        <Row checkout={checkout} shop={shop} links={links} relations={view.relations} />
      ))}
    </Section>
  );
};
