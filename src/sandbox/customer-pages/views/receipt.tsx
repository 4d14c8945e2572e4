import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { SessionProps } from "../checkout-session.ts";
import { Fact, OrderFacts } from "../order/facts.tsx";
import type { Ending } from "../return/return-address.ts";

/** The facts of a payment or a failed attempt. Custom fields are not shown here. Source: API reference. */
export const Receipt = ({ session, ending }: SessionProps & { readonly ending: Ending }) => {
  const { messages, transaction } = session;
  const friendly = textOf(sectionOf(transaction)["friendly_message"]);
  return (
    <dl class="facts">
      <OrderFacts session={session} />
      {ending === "failed" && (
        <Fact name={messages.reason} lang={friendly === undefined ? "en" : undefined}>
          {friendly ?? textOf(transaction?.message)}
        </Fact>
      )}
      <Fact name={messages.paymentNumber}>{transaction && <code>{transaction.uid}</code>}</Fact>
    </dl>
  );
};
