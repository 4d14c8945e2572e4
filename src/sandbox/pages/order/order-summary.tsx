import type { SessionProps } from "../checkout-session.ts";
import { purposeOf } from "../entries/cards.ts";
import type { Messages } from "../i18n.ts";
import { type ItemShown, type OrderShown, orderOf } from "./order.ts";

export const CartLines = ({ items }: { readonly items: readonly ItemShown[] }) => (
  <ul class="lines">
    {items.map(({ name, description, quantity, amount }) => (
      <li>
        <span>
          <bdi>{name}</bdi>
          {quantity !== undefined && quantity !== "1" && <span class="hint"> × {quantity}</span>}
          {description !== undefined && description !== name && (
            <span class="hint about" dir="auto">
              {description}
            </span>
          )}
        </span>
        <span>{amount}</span>
      </li>
    ))}
  </ul>
);

/** A longer cart is collapsed: on a phone it is above the form. */
const MAX_OPEN_LINES = 3;

/** A longer amount is shown in a smaller font. */
const LONGEST_AMOUNT = 12;

interface Props {
  readonly order: OrderShown;
  readonly messages: Messages;
  readonly shopName: string;
  readonly isPayout?: boolean;
  /** Whether the cart is collapsed, however short it is. */
  readonly isCompact?: boolean;
}

/** The order that the customer pays for, and a bar: on a phone it stays visible when the order is scrolled away. */
export const OrderSummary = ({ order, messages, shopName, isPayout, isCompact }: Props) => {
  const { title, details, amount, items } = order;
  return (
    <>
      <p class="bar" aria-hidden="true">
        <bdi>{shopName}</bdi>
        <strong>{amount}</strong>
      </p>
      <section class="order" aria-labelledby="order">
        <h2 id="order">{messages.order}</h2>
        <p class="description" dir="auto">
          {title}
        </p>
        {details && (
          <p class="details" dir="auto">
            {details}
          </p>
        )}
        {amount !== undefined && (
          <p class="total">
            <span>{isPayout ? messages.toReceive : messages.total}</span>
            <strong class={amount.length > LONGEST_AMOUNT ? "long" : undefined}>{amount}</strong>
          </p>
        )}
        {items.length > 0 && (
          <details class="cart" open={!isCompact && items.length <= MAX_OPEN_LINES}>
            <summary>{messages.items(items.length)}</summary>
            <CartLines items={items} />
          </details>
        )}
      </section>
    </>
  );
};

/** The order of a token beside its form. */
export const SessionOrder = ({ session }: SessionProps) => (
  <OrderSummary
    order={orderOf(session)}
    messages={session.messages}
    shopName={session.shop.shopName}
    isPayout={purposeOf(session.checkout.fields) === "payout"}
    isCompact={session.isWidget}
  />
);
