import type { SessionProps } from "../checkout-session.ts";
import type { Messages } from "../i18n.ts";
import { type ItemShown, type OrderShown, orderOf } from "./order.ts";

const CartLines = ({ items }: { readonly items: readonly ItemShown[] }) => (
  <ul class="lines">
    {items.map(({ name, description, quantity, amount }) => (
      <li>
        <span>
          {name}
          {quantity !== undefined && quantity !== "1" && <span class="hint"> × {quantity}</span>}
          {description !== undefined && description !== name && <span class="hint about">{description}</span>}
        </span>
        <span>{amount}</span>
      </li>
    ))}
  </ul>
);

interface Props {
  readonly order: OrderShown;
  readonly messages: Messages;
}

/** The order that the customer pays for. */
export const OrderSummary = ({ order, messages }: Props) => {
  const { title, details, amount, items } = order;
  return (
    <section class="order" aria-labelledby="order">
      <h2 id="order">{messages.order}</h2>
      <p class="description">{title}</p>
      {details && <p class="details">{details}</p>}
      {amount !== undefined && (
        <p class="total">
          <span>{messages.total}</span>
          <strong>{amount}</strong>
        </p>
      )}
      {items.length > 0 && <CartLines items={items} />}
    </section>
  );
};

/** The order of a token beside its form. */
export const SessionOrder = ({ session }: SessionProps) => (
  <OrderSummary order={orderOf(session)} messages={session.messages} />
);
