import { type Searched, searchAt } from "../../explain/search.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import type { ProductRecord } from "../../gateway/orders/store.ts";
import { saleOf, toProduct } from "../../gateway/products.ts";
import { Cell, NoMatch, Pager, Table, toListing } from "../parts/list.tsx";
import { PayForm } from "../parts/next-steps.tsx";
import {
  ActionForm,
  Amount,
  Id,
  Link,
  type PageProps,
  PayLink,
  State,
  Submit,
  Time,
} from "../parts/parts.tsx";

const searchedProduct =
  (gateway: Gateway) =>
  ({ id, fields }: ProductRecord): Searched => ({
    texts: [id, fields["name"], fields["description"], saleOf(gateway, id)],
    amounts: [[Number(fields["amount"]), fields["currency"]]],
  });

const Row = ({
  record,
  gateway,
  origin,
}: { record: ProductRecord } & Pick<PageProps, "gateway" | "origin">) => {
  const { id } = record;
  const product = toProduct(gateway, record, { origin, checkoutOrigin: origin });
  const sale = saleOf(gateway, id);
  return (
    <tr id={id}>
      <Cell of="Product">
        <strong>{product.name}</strong>
        <Id what="product id">{id}</Id>
        <Time at={product.created_at} />
      </Cell>
      <Cell of="Price">
        <Amount of={product.amount} currency={product.currency} />
      </Cell>
      <Cell of="Stock">{product.quantity ?? "unlimited"}</Cell>
      <Cell of="State">
        <State tone={sale === "open" ? "info" : "quiet"}>{sale}</State>
      </Cell>
      <Cell of="Links" class="links">
        <PayLink kind="pay" id={id} to={product.pay_url} label="Payment link" />
        <Link to={product.confirm_url}>Confirmation page</Link>
        <a href={`/?q=${encodeURIComponent(id)}`}>Orders</a>
      </Cell>
      <Cell of="Actions">{sale === "open" && <PayForm id={id} what={product.name} />}</Cell>
    </tr>
  );
};

const COLUMNS = ["Product", "Price", "Stock", "State", "Links", "Actions"];

export const ProductsPage = ({ gateway, url, origin }: PageProps) => {
  const all = [...gateway.store.products.values()].reverse();
  const found = searchAt(url).find(all, searchedProduct(gateway));
  const listing = toListing(found, url);
  return (
    <section id="products" aria-label="Products">
      {all.length === 0 && (
        <ActionForm action="create-product">
          <p>
            No product yet. A product is a price with a payment link, without code in your shop. Your code
            creates one with <code>payments.products.create</code>.
          </p>
          <Submit id="create-product" label="Create a sample product" class="primary">
            Create a sample product
          </Submit>
        </ActionForm>
      )}
      {all.length > 0 && found.length === 0 && <NoMatch what="product" url={url} />}
      {found.length > 0 && (
        <Table caption="Products, the newest first" columns={COLUMNS}>
          {listing.rows.map((record) => (
            <Row record={record} gateway={gateway} origin={origin} />
          ))}
        </Table>
      )}
      <Pager {...listing} />
    </section>
  );
};
