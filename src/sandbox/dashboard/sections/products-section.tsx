import type { ProductRecord } from "../../gateway/records/records.ts";
import type { Shop } from "../../gateway/shop.ts";
import { PayForm } from "../forms/pay-form.tsx";
import { toListing } from "../listing.ts";
import type { Relations } from "../relations.ts";
import type { View } from "../view.ts";
import { FirstProduct } from "./first-steps.tsx";
import type { Links } from "./links.ts";
import { Cell, Section } from "./list.tsx";
import { Amount, Id, Link, PayLink, Related, State, Time } from "./parts.tsx";

interface RowProps {
  readonly record: ProductRecord;
  readonly shop: Shop;
  readonly links: Links;
  readonly relations: Relations;
}

const Row = ({ record: { id }, shop, links, relations }: RowProps) => {
  const product = shop.products.get(id, { origin: "", shopId: shop.shopId });
  if (!product) return null;
  const sale = shop.products.saleOf(id, shop.clock.now());
  return (
    <tr id={id}>
      <Cell of="Product">
        <strong>{product.name}</strong>
        <Id>{id}</Id>
        <Time at={product.created_at} />
      </Cell>
      <Cell of="Price" class="number">
        <Amount of={product.amount} currency={product.currency} />
      </Cell>
      <Cell of="Stock" class="number">
        {product.quantity ?? "unlimited"}
      </Cell>
      <Cell of="State">
        <State>{sale}</State>
      </Cell>
      <Cell of="Links" class="links">
        <PayLink kind="pay" id={id} to={links.pay(id)} label="Payment link" />
        <Link to={links.confirm(id)}>Confirmation page</Link>
        <Related relations={relations} ids={[id]} from="products" what={id} />
      </Cell>
      <Cell of="Actions" class="actions">
        {sale === "open" && <PayForm field="product" id={id} what={product.name} />}
      </Cell>
    </tr>
  );
};

const COLUMNS = ["Product", "Price", "Stock", "State", "Links", "Actions"];

interface ProductsSectionProps {
  readonly shop: Shop;
  readonly links: Links;
  readonly view: View;
}

export const ProductsSection = ({ shop, links, view }: ProductsSectionProps) => {
  const now = shop.clock.now();
  const listing = toListing("products", view, shop.store.products, ({ id, fields }) => ({
    texts: [
      id,
      fields["name"],
      fields["description"],
      shop.products.saleOf(id, now),
      view.amountText(Number(fields["amount"]), fields["currency"]),
    ],
  }));
  return (
    <Section listing={listing} columns={COLUMNS} empty={<FirstProduct />}>
      {listing.rows.map((record) => (
        <Row record={record} shop={shop} links={links} relations={view.relations} />
      ))}
    </Section>
  );
};
