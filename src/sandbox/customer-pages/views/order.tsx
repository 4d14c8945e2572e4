import type { Child } from "hono/jsx";
import { readSignedInteger } from "../../../api/fields/amount.ts";
import { formatAmount } from "../../format-amount.ts";
import { type Fields, sectionOf, textOf } from "../../gateway/input/section.ts";
import type { ProductRecord } from "../../gateway/orders/store.ts";
import type { CheckoutSession, SessionProps } from "../checkout-session.ts";
import type { Messages } from "../languages/messages.ts";
import { Labelled } from "./facts.tsx";

interface OrderShown {
  /** The order's description, or the product's name. */
  readonly title: string;
  readonly details?: string | undefined;
  /** Formatted for the language. Undefined if a card is saved without a payment. */
  readonly amount: string | undefined;
  readonly items: ReturnType<typeof itemsOf>;
}

export const productShown = ({ fields }: ProductRecord, { language }: Messages): OrderShown => ({
  title: textOf(fields["name"]) ?? "",
  details: textOf(fields["description"]),
  amount: formatAmount(Number(fields["amount"]), fields["currency"], language),
  items: [],
});

/** Formats an amount. Discounts are negative. */
const formatSigned = (value: unknown, currency: unknown, language: string): string => {
  const amount = readSignedInteger(value) ?? value;
  return typeof amount === "number" && amount < 0
    ? `\u2212${formatAmount(-amount, currency, language)}`
    : formatAmount(amount, currency, language);
};

/** Source: API reference, "Cart section". */
const itemsOf = (order: Fields, { language }: Messages) => {
  const { positions } = sectionOf(sectionOf(order["additional_data"])["cart"]);
  return (Array.isArray(positions) ? positions : []).map(sectionOf).map((position) => ({
    name: textOf(position["name"]) ?? "",
    description: textOf(position["description"]),
    quantity: textOf(position["quantity"]),
    // The total of the line, which is negative for a discount.
    amount: formatSigned(position["amount"], order["currency"], language),
  }));
};

/** Returns the order of a token. The price is the product's price when the payment link was opened. */
export const orderOf = ({ gateway, checkout, messages }: CheckoutSession): OrderShown => {
  const order = sectionOf(checkout.fields["order"]);
  const amount = Number(order["amount"]);
  const isFree = checkout.fields["transaction_type"] === "tokenization" && amount === 0;
  const product = gateway.store.products.get(checkout.productId ?? "");
  return {
    ...(product ? productShown(product, messages) : { title: textOf(order["description"]) ?? "" }),
    amount: isFree ? undefined : formatAmount(amount, order["currency"], messages.language),
    items: itemsOf(order, messages),
  };
};

const CartLines = ({ items }: Pick<OrderShown, "items">) => (
  <table>
    {items.map(({ name, description, quantity, amount }) => (
      <tr>
        <th scope="row">
          {name}
          {quantity !== undefined && quantity !== "1" && ` × ${quantity}`}
          {description !== undefined && description !== name && (
            <>
              <br />
              <small>{description}</small>
            </>
          )}
        </th>
        <td>{amount}</td>
      </tr>
    ))}
  </table>
);

interface OrderSectionProps {
  readonly order: OrderShown;
  readonly messages: Messages;
  /** The name of the amount. Default: total. */
  readonly total?: string;
  /** Content next to the amount. */
  readonly due?: Child;
  /** Content below the amount. */
  readonly children?: Child;
}

export const OrderSection = ({
  order,
  messages,
  total = messages.total,
  due,
  children,
}: OrderSectionProps) => {
  const { title, details, amount, items } = order;
  return (
    <article aria-labelledby="order">
      <small id="order">{messages.order}</small>
      <h2>{title}</h2>
      {details && <p>{details}</p>}
      {amount !== undefined && (
        <div class={due ? "pair" : undefined}>
          <Labelled name={total}>
            <strong>{amount}</strong>
          </Labelled>
          {due}
        </div>
      )}
      {items.length > 0 && <CartLines items={items} />}
      {children}
    </article>
  );
};

/** The order of a token next to its form. */
export const SessionOrder = ({
  session,
  ...content
}: SessionProps & Pick<OrderSectionProps, "total" | "due" | "children">) => (
  <OrderSection order={orderOf(session)} messages={session.messages} {...content} />
);
