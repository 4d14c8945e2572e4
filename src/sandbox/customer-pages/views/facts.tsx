import type { Child } from "hono/jsx";
import { readSignedInteger } from "../../../api/fields/amount.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import { formatAmount } from "../../format-amount.ts";
import { brandName } from "../../gateway/cards/test-cards.ts";
import { type Fields, sectionOf, textOf } from "../../gateway/input/section.ts";
import { attemptsOf } from "../../gateway/orders/order.ts";
import type { ProductRecord } from "../../gateway/orders/store.ts";
import { allowedAttempts } from "../../gateway/payments/states.ts";
import type { CheckoutSession, SessionProps } from "../checkout-session.ts";
import { methodName } from "../forms/method-choice.tsx";
import { messages } from "../messages.ts";

interface FactProps {
  readonly name: Child;
  /** The language of the value. Default: the page's language. */
  readonly lang?: string | undefined;
  readonly children?: Child;
}

/** A fact with its name. Shows nothing without a value. */
export const Fact = ({ name, lang, children }: FactProps) =>
  children === undefined ? null : (
    <>
      <dt>{name}</dt>
      <dd lang={lang}>{children}</dd>
    </>
  );

/** A time in UTC. The script of the page shows it in the zone of the browser. */
export const Time = ({ at }: { readonly at: string }) => {
  const options = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  const text = new Date(at).toLocaleString("en", options);
  return <time datetime={at}>{text.replace(" at ", " at\u00a0")} UTC</time>;
};

/** Returns the card or the method of a payment, such as `Visa ending in 0000`. */
export const paidWith = ({ credit_card: card, payment_method_type: method }: Partial<Transaction>): string =>
  card ? messages.savedCardNumber(brandName(card.brand ?? ""), card.last_4 ?? "") : methodName(method ?? "");

/** Returns the reason of a decline and its language, unless the heading already has it. Default: the page's language. */
export const reasonOf = (
  transaction: Transaction | undefined,
): { readonly reason?: string | undefined; readonly lang?: "en" } => {
  const text = textOf(sectionOf(transaction)["friendly_message"]) ?? transaction?.message ?? "";
  if (/^(\w+ was declined)?$/.test(text)) return {};
  const reason = messages.reasons[text];
  return reason === undefined ? { reason: text, lang: "en" } : { reason };
};

export const attemptsLeft = ({ checkout }: CheckoutSession): string =>
  messages.attemptsLeft(allowedAttempts(checkout) - attemptsOf(checkout).length);

/** A button that copies the element before it. Needs JavaScript. */
const CopyButton = ({ name }: { readonly name: string }) => (
  <button
    type="button"
    class="plain copy"
    data-copied={messages.copied}
    aria-label={`${messages.copy}: ${name}`}
    aria-live="polite"
    hidden
  >
    {messages.copy}
  </button>
);

export const PaymentNumber = ({ uid }: { readonly uid: string }) => (
  <p class="number">
    <small>
      <span>{messages.paymentNumber}</span> <code>{uid}</code> <CopyButton name={messages.paymentNumber} />
    </small>
  </p>
);

interface OrderShown {
  /** The order's description, or the product's name. */
  readonly title: string;
  readonly details?: string | undefined;
  /** Formatted for the language. Undefined if a card is saved without a payment. */
  readonly amount: string | undefined;
  readonly items: ReturnType<typeof itemsOf>;
}

export const productShown = ({ fields }: ProductRecord): OrderShown => ({
  title: textOf(fields["name"]) ?? "",
  details: textOf(fields["description"]),
  amount: formatAmount(Number(fields["amount"]), fields["currency"]),
  items: [],
});

const formatSigned = (value: unknown, currency: unknown): string => {
  const amount = readSignedInteger(value) ?? value;
  return typeof amount === "number" && amount < 0
    ? `\u2212${formatAmount(-amount, currency)}`
    : formatAmount(amount, currency);
};

/** Source: API reference, "Cart section". */
const itemsOf = (order: Fields) => {
  const { positions } = sectionOf(sectionOf(order["additional_data"])["cart"]);
  return (Array.isArray(positions) ? positions : []).map(sectionOf).map((position) => ({
    name: textOf(position["name"]) ?? "",
    description: textOf(position["description"]),
    quantity: textOf(position["quantity"]),
    // The total of the line, which is negative for a discount.
    amount: formatSigned(position["amount"], order["currency"]),
  }));
};

/** Returns the order of a token. The price is the product's price when the payment link was opened. */
export const orderOf = ({ gateway, checkout }: CheckoutSession): OrderShown => {
  const order = sectionOf(checkout.fields["order"]);
  const amount = Number(order["amount"]);
  const isFree = checkout.fields["transaction_type"] === "tokenization" && amount === 0;
  const product = gateway.store.products.get(checkout.productId ?? "");
  return {
    ...(product ? productShown(product) : { title: textOf(order["description"]) ?? "" }),
    amount: isFree ? undefined : formatAmount(amount, order["currency"]),
    items: itemsOf(order),
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

/** An amount. The largest amounts also fit on a phone. */
export const AmountText = ({ children: amount = "" }: { readonly children?: string | undefined }) => (
  <strong class={amount.length > 16 ? "long" : undefined}>{amount}</strong>
);

export const OrderSection = ({ order }: { readonly order: OrderShown }) => {
  const { title, details, amount, items } = order;
  return (
    <article aria-labelledby="order">
      <small id="order">{messages.order}</small>
      <h2>{title}</h2>
      {details && <p>{details}</p>}
      {amount !== undefined && (
        <div>
          <p>
            <small>{messages.total}</small> <br />
            <AmountText>{amount}</AmountText>
          </p>
        </div>
      )}
      {items.length > 0 && <CartLines items={items} />}
    </article>
  );
};

export const SessionOrder = ({ session }: SessionProps) => <OrderSection order={orderOf(session)} />;
