import type { OrderShown } from "../checkout-session.ts";
import type { Words } from "../i18n/messages.ts";

interface Props {
  readonly order: OrderShown;
  readonly words: Words;
  readonly isPayout?: boolean | undefined;
}

/** What the customer pays for. */
export const OrderSummary = ({ order: { title, details, amount }, words, isPayout }: Props) => (
  <section class="order" aria-labelledby="order">
    <h2 id="order">{words.order}</h2>
    <p class="description">{title}</p>
    {details && <p class="details">{details}</p>}
    {amount !== undefined && (
      <p class="total">
        <span>{isPayout ? words.toReceive : words.total}</span>
        <strong>{amount}</strong>
      </p>
    )}
  </section>
);
