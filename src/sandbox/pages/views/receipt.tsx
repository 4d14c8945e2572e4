import { section, textOf } from "../../gateway/input/section.ts";
import type { CheckoutSession } from "../checkout-session.ts";
import { methodName } from "../forms/method-fieldset.tsx";
import type { Messages } from "../i18n/messages.ts";
import { CartLines } from "../order/cart-lines.tsx";
import { orderOf } from "../order/order.ts";
import { OrderFacts } from "../order/order-facts.tsx";
import type { Ending } from "../return/return-address.ts";
import { CardFact } from "./card-fact.tsx";

const Moment = ({ time, messages }: { readonly time: string; readonly messages: Messages }) => {
  const format = new Intl.DateTimeFormat(messages.language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return <time datetime={time}>{`${format.format(new Date(time))} UTC`}</time>;
};

/** The facts of a payment or a failed attempt. Custom fields are not shown here. Source: API reference. */
export const Receipt = ({
  session,
  ending,
}: {
  readonly session: CheckoutSession;
  readonly ending: Ending;
}) => {
  const { messages, transaction } = session;
  const { items } = orderOf(session);
  const friendly = textOf(section(transaction)["friendly_message"]);
  const reason = friendly ?? textOf(transaction?.message);
  const time = textOf(transaction?.paid_at ?? transaction?.created_at);
  const method = textOf(transaction?.payment_method_type);
  return (
    <>
      {items.length > 0 && <CartLines items={items} />}
      <dl class="facts">
        <OrderFacts session={session} />
        {time !== undefined && (
          <>
            <dt>{messages.date}</dt>
            <dd>
              <Moment time={time} messages={messages} />
            </dd>
          </>
        )}
        <CardFact session={session} />
        {method !== undefined && !transaction?.credit_card && (
          <>
            <dt>{messages.method}</dt>
            <dd dir="auto">{methodName(method, messages)}</dd>
          </>
        )}
        {ending === "failed" && reason !== undefined && (
          <>
            <dt>{messages.reason}</dt>
            <dd lang={friendly === undefined ? "en" : undefined} dir="auto">
              {reason}
            </dd>
          </>
        )}
        {transaction && (
          <>
            <dt class="whole">{messages.paymentNumber}</dt>
            <dd class="whole">
              <code>{transaction.uid}</code>
            </dd>
          </>
        )}
      </dl>
    </>
  );
};
