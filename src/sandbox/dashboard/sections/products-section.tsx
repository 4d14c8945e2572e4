import { formatAmount } from "../../format-amount.ts";
import type { ProductRecord } from "../../gateway/records.ts";
import type { Shop } from "../../gateway/shop.ts";
import { FirstProduct } from "./first-steps.tsx";
import { latest } from "./latest.ts";
import type { Links } from "./links.ts";
import { Cell, Link, PayForm, PayLink, Section, State, Table } from "./parts.tsx";

interface RowProps {
  readonly record: ProductRecord;
  readonly shop: Shop;
  readonly links: Links;
}

const Row = ({ record: { id }, shop, links }: RowProps) => {
  const product = shop.products.get(id, { origin: "", shopId: shop.shopId });
  if (!product) return null;
  const sale = shop.products.saleOf(id, shop.clock.now());
  return (
    <tr id={id}>
      <Cell of="Product">
        <strong>{product.name}</strong>
        <code class="id">{id}</code>
      </Cell>
      <Cell of="Price" class="number">
        {formatAmount(product.amount, product.currency, "en")}
      </Cell>
      <Cell of="Stock" class="number">
        {product.quantity ?? "unlimited"}
      </Cell>
      <Cell of="State">
        <State>{sale}</State>
      </Cell>
      <Cell of="Links">
        <PayLink kind="pay" id={id} to={links.pay(id)} label="Payment link" />
        <Link to={links.confirm(id)}>Confirmation page</Link>
      </Cell>
      <Cell of="Actions" class="actions">
        {sale === "open" && <PayForm field="product" id={id} what={product.name} />}
      </Cell>
    </tr>
  );
};

export const ProductsSection = ({ shop, links }: { shop: Shop; links: Links }) => {
  const { products } = shop.store;
  const shown = latest(products);
  return (
    <Section
      id="products"
      title="Products"
      total={products.size}
      shown={shown.length}
      empty={<FirstProduct />}
    >
      <Table
        caption="Products, the latest first"
        columns={["Product", "Price", "Stock", "State", "Links", "Actions"]}
      >
        {shown.map((record) => (
          <Row record={record} shop={shop} links={links} />
        ))}
      </Table>
    </Section>
  );
};
