import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { SessionProps } from "../checkout-session.ts";
import { methodName } from "../forms/method-fieldset.tsx";
import type { Messages } from "../i18n.ts";
import { CardFact, Fact, OrderFacts } from "../order/facts.tsx";
import { orderOf } from "../order/order.ts";
import { CartLines } from "../order/order-summary.tsx";
import type { Ending } from "../return/return-address.ts";

const Moment = ({ time, messages }: { readonly time: string; readonly messages: Messages }) => {
  const format = new Intl.DateTimeFormat(messages.language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return <time datetime={time}>{`${format.format(new Date(time))} UTC`}</time>;
};

/** The facts of a payment or a failed attempt. Custom fields are not shown here. Source: API reference. */
export const Receipt = ({ session, ending }: SessionProps & { readonly ending: Ending }) => {
  const { messages, transaction } = session;
  const { items } = orderOf(session);
  const friendly = textOf(sectionOf(transaction)["friendly_message"]);
  const time = textOf(transaction?.paid_at ?? transaction?.created_at);
  const method = textOf(transaction?.payment_method_type);
  return (
    <>
      {items.length > 0 && <CartLines items={items} />}
      <dl class="facts">
        <OrderFacts session={session} />
        <Fact name={messages.date}>{time && <Moment time={time} messages={messages} />}</Fact>
        <CardFact session={session} />
        {method && !transaction?.credit_card && (
          <Fact name={messages.method}>{methodName(method, messages)}</Fact>
        )}
        {ending === "failed" && (
          <Fact name={messages.reason} lang={friendly === undefined ? "en" : undefined}>
            {friendly ?? textOf(transaction?.message)}
          </Fact>
        )}
        <Fact name={messages.paymentNumber}>{transaction && <code>{transaction.uid}</code>}</Fact>
      </dl>
    </>
  );
};
