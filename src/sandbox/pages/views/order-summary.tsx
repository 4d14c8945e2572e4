import type { OrderShown } from "../checkout-session.ts";
import type { Messages } from "../i18n/messages.ts";

interface Props {
  readonly order: OrderShown;
  readonly messages: Messages;
  readonly isPayout?: boolean | undefined;
}

/** What the customer pays for. */
export const OrderSummary = ({ order: { title, details, amount }, messages, isPayout }: Props) => (
  <section class="order" aria-labelledby="order">
    <h2 id="order">{messages.order}</h2>
    <p class="description">{title}</p>
    {details && <p class="details">{details}</p>}
    {amount !== undefined && (
      <p class="total">
        <span>{isPayout ? messages.toReceive : messages.total}</span>
        <strong>{amount}</strong>
      </p>
    )}
  </section>
);
