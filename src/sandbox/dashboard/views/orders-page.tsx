import { orderFacts, ordersOf } from "../../explain/order-facts.ts";
import { filtersOf, listOrders, ORDER_FILTERS } from "../../explain/order-list.ts";
import type { ListedOrder } from "../../explain/order-model.ts";
import { queryOf } from "../../explain/search.ts";
import { slug } from "../../explain/sentence.ts";
import { pageLinks } from "../../gateway/gateway.ts";
import type { Order } from "../../gateway/orders/order.ts";
import { Cell, Filters, NoMatch, Pager, Table, toListing } from "../parts/list.tsx";
import {
  ActionForm,
  Amount,
  Copy,
  Field,
  Nothing,
  type PageProps,
  State,
  Submit,
  Time,
} from "../parts/parts.tsx";
import { CopyVariables, environmentAt } from "./environment-page.tsx";

const Row = ({ token, name, description, money, customer, method, ...view }: ListedOrder) => {
  const { outcome, tone, notification, createdAt } = view;
  return (
    <tr id={`order-${token}`}>
      <Cell of="Order">
        <a class="row" id={`open-${token}`} href={pageLinks.order(token)}>
          <bdi>{name}</bdi>
        </a>
        {description !== name && <span class="quiet-line">{description}</span>}
      </Cell>
      <Cell of="Amount">
        <Amount of={money.amount} currency={money.currency} />
      </Cell>
      <Cell of="Customer">{customer}</Cell>
      <Cell of="Method" class="number">
        {method}
      </Cell>
      <Cell of="Outcome">
        <State tone={tone}>{outcome}</State>
      </Cell>
      <Cell of="Notification">
        {notification.state === "nothing to deliver" ? (
          <Nothing>{notification.text}</Nothing>
        ) : (
          <State tone={notification.tone}>{notification.text}</State>
        )}
      </Cell>
      <Cell of="Time">
        <Time at={createdAt} />
      </Cell>
    </tr>
  );
};

const ALL = "All";

type OrderFiltersProps = { rows: readonly ListedOrder[]; url: URL; chosen: string | undefined };

const OrderFilters = ({ rows, url, chosen = ALL }: OrderFiltersProps) => {
  const found = Map.groupBy(rows.flatMap(filtersOf), (name) => name);
  const shown = ORDER_FILTERS.filter((name) => found.has(name) || name === chosen);
  const filters = shown.map((name) => [name, slug(name), found.get(name)?.length ?? 0] as const);
  return <Filters url={url} filters={[[ALL, null, rows.length], ...filters]} chosen={chosen} />;
};

const COLUMNS = ["Order", "Amount", "Customer", "Method", "Outcome", "Notification", "Time"];

const FIRST_TOKEN = `import { PaymentsClient } from "payments-client";

const payments = new PaymentsClient(); // reads the variables
const checkout = await payments.checkouts.create({
  transaction_type: "payment",
  order: {
    amount: 3245, // 32.45 USD
    currency: "USD",
    description: "Annual pass",
    tracking_id: "1007",
  },
  settings: { notification_url: "http://localhost:3000/notify" },
});
console.log(checkout.redirect_url);
`;

const FirstToken = async ({ gateway, url }: Pick<PageProps, "gateway" | "url">) => (
  <>
    <h2>No order yet. Create the first one in your code, or with the form above:</h2>
    <ol>
      <li>
        Copy the variables to the environment of your code, such as <code>.env</code>.{" "}
        <CopyVariables {...(await environmentAt(gateway, url))} />
      </li>
      <li>
        Run this code. <Copy what="code of the first order" text={FIRST_TOKEN} />
        <pre>
          <code>{FIRST_TOKEN}</code>
        </pre>
      </li>
      <li>
        The order appears here. Open it, and press <strong>Pay</strong>.
      </li>
    </ol>
  </>
);

const NewOrderForm = ({ newest }: { newest: Order | undefined }) => {
  const { currency = "EUR", notificationUrl = "" } = newest ? orderFacts(newest) : {};
  return (
    <ActionForm action="create-order" class="fields">
      <Field label="Amount" name="amount" id="new-amount" value="28.60" inputmode="decimal" required />
      <Field
        label="Currency"
        name="currency"
        id="new-currency"
        value={String(currency)}
        maxlength={3}
        required
      />
      <Field label="Description" name="description" id="new-description" value="Test order" required isWide />
      <Field
        label="notification_url"
        name="notification_url"
        id="new-notification-url"
        value={notificationUrl}
        placeholder="none"
        isWide
      />
      <Submit id="new-order" label="Create a test order" class="primary">
        Create
      </Submit>
    </ActionForm>
  );
};

export const OrdersPage = ({ gateway, url }: PageProps) => {
  const { found, chosen, shown } = listOrders(gateway, url);
  const all = ordersOf(gateway);
  const listing = toListing(shown, url);
  return (
    <>
      {queryOf(url) === "" && (
        <section id="new" aria-labelledby="new-title">
          <details id="new-details" open={all.length === 0}>
            <summary id="new-summary">
              <h2 id="new-title">New test order</h2>
            </summary>
            <NewOrderForm newest={all[0]} />
          </details>
        </section>
      )}
      {all.length > 0 && <OrderFilters rows={found} url={url} chosen={chosen} />}
      <section id="orders" aria-label="Orders">
        {all.length === 0 && <FirstToken gateway={gateway} url={url} />}
        {all.length > 0 && listing.found === 0 && <NoMatch what="order" url={url} />}
        {listing.found > 0 && (
          <Table caption="Orders, the newest first" columns={COLUMNS} class="compact orders">
            {listing.rows.map(Row)}
          </Table>
        )}
        <Pager {...listing} />
      </section>
    </>
  );
};
