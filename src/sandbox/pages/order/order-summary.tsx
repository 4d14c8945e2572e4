import type { Messages } from "../i18n/messages.ts";
import { CartLines } from "./cart-lines.tsx";
import type { OrderShown } from "./order.ts";

/** A longer cart is collapsed: on a phone it is above the form. */
const MOST_OPEN_LINES = 3;

interface Props {
  readonly order: OrderShown;
  readonly messages: Messages;
  readonly isPayout?: boolean | undefined;
}

/** The order that the customer pays for. */
export const OrderSummary = ({ order, messages, isPayout }: Props) => {
  const { title, details, amount, items } = order;
  return (
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
          <strong>{amount}</strong>
        </p>
      )}
      {items.length > 0 && (
        <details class="cart" open={items.length <= MOST_OPEN_LINES}>
          <summary>{messages.items(items.length)}</summary>
          <CartLines items={items} />
        </details>
      )}
    </section>
  );
};
