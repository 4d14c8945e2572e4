import { moneyOfOrder } from "../../explain/money-text.ts";
import { kindOf, ORDER_KINDS } from "../../explain/order-kinds.ts";
import { formatAmount } from "../../format-amount.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { secondsToReturn } from "../auto-return.ts";
import {
  type CheckoutSession,
  canTryAgain,
  pathTo,
  returnAddressOf,
  type SessionProps,
  VISIT_ENDINGS,
  type VisitEnding,
  wayBackOf,
} from "../checkout-session.ts";
import { purposeOf } from "../forms/cards.tsx";
import { messages } from "../messages.ts";
import {
  AmountText,
  attemptsLeft,
  Fact,
  orderOf,
  PaymentNumber,
  paidWith,
  reasonOf,
  Time,
} from "./facts.tsx";
import { TokenLayout } from "./layout.tsx";
import { widgetMessage } from "./widget-message.ts";

/** Returns the heading and its tone. What happened after a success counts, such as a refund. */
const headingOf = ({ checkout, gateway }: CheckoutSession, ending: VisitEnding) => {
  const { results, successes } = messages;
  const { tone } = VISIT_ENDINGS[ending];
  if (ending === "failed" && purposeOf(checkout.fields) === "payout")
    return { title: results.payoutFailed, tone };
  if (ending !== "successful") return { title: results[ending], tone };
  const kind = kindOf(checkout, gateway, moneyOfOrder(checkout), false);
  return { title: successes.get(kind) ?? results.successful, tone: ORDER_KINDS[kind].tone };
};

const textsAfter = (session: CheckoutSession, ending: VisitEnding): readonly string[] => {
  const { checkout } = session;
  if (ending === "successful" || ending === "pending") return [];
  const isPayout = purposeOf(checkout.fields) === "payout";
  const text = isPayout ? messages.notSent : messages.notTaken;
  if (canTryAgain(session)) return [text, attemptsLeft(session)];
  if (isPayout || ending === "canceled") return [text];
  return [text, ending === "error" ? messages.orderAnew : messages.orderAgain];
};

/** The merchant's lines for the receipt. Source: API reference, "receipt_text". */
const ReceiptText = ({ session: { checkout } }: SessionProps) => {
  const lines = sectionOf(sectionOf(checkout.fields["order"])["additional_data"])["receipt_text"];
  if (!Array.isArray(lines)) return null;
  return (
    <blockquote>
      {lines.map((line) => (
        <p>{textOf(line)}</p>
      ))}
    </blockquote>
  );
};

interface ResultProps extends SessionProps {
  readonly ending: VisitEnding;
}

/** The amount and the facts of a payment or a failed attempt, without custom fields. Source: API reference. */
const Receipt = ({ session, ending }: ResultProps) => {
  const { transaction, checkout } = session;
  const { title, amount } = orderOf(session);
  const { reason, lang } = reasonOf(transaction);
  const money = moneyOfOrder(checkout);
  const isKept = money.kept === transaction?.amount;
  const at = transaction?.paid_at ?? transaction?.updated_at;
  return (
    <>
      <p>
        {amount !== undefined && (
          <>
            <AmountText>{amount}</AmountText>
            <br />
          </>
        )}
        {transaction && paidWith(transaction)}
        {at && (
          <>
            , <Time at={at} />
          </>
        )}
      </p>
      <dl>
        <Fact name={messages.order}>{title}</Fact>
        {[...messages.money].map(
          ([name, text]) =>
            !isKept &&
            money[name] > 0 && <Fact name={text}>{formatAmount(money[name], transaction?.currency)}</Fact>,
        )}
        {ending === "failed" && (
          <Fact name={messages.reason} lang={lang}>
            {reason}
          </Fact>
        )}
      </dl>
    </>
  );
};

export const NextSteps = ({ session, ending }: ResultProps) => {
  const { settings } = session;
  const mayTry = canTryAgain(session);
  const seconds = secondsToReturn(session, ending);
  // In the widget, the script closes the overlay instead of following the link.
  const back = wayBackOf(session, ending) ?? (session.isWidget ? pathTo(session, "result") : undefined);
  return (
    <>
      {mayTry && (
        <a class="button" href={pathTo(session, "checkout")}>
          {messages.tryAgain}
        </a>
      )}
      {back !== undefined && (
        <a
          class={mayTry ? "button plain" : "button"}
          href={back}
          data-return={seconds === 0 ? "now" : "pressed"}
        >
          {textOf(settings["button_next_text"]) ?? messages.backToShop}
        </a>
      )}
      {seconds !== undefined && seconds > 0 && (
        <small>
          {messages.leaving} <span data-countdown>{seconds}</span>
        </small>
      )}
    </>
  );
};

export const ResultPage = ({ session, ending }: ResultProps) => {
  const { checkout, transaction } = session;
  const hasReceipt = ending !== "canceled";
  const { title, tone } = headingOf(session, ending);
  const message = widgetMessage(checkout.id, ending, returnAddressOf(session, ending));
  return (
    <TokenLayout session={session} title={title} widgetMessage={message} hasStep={ending === "canceled"}>
      <article class={tone}>
        <h1>{title}</h1>
        {textsAfter(session, ending).map((text) => (
          <p>{text}</p>
        ))}
        {ending === "successful" && <ReceiptText session={session} />}
        {hasReceipt && <Receipt session={session} ending={ending} />}
        <NextSteps session={session} ending={ending} />
        {hasReceipt && transaction && <PaymentNumber uid={transaction.uid} />}
      </article>
    </TokenLayout>
  );
};

interface OnwardProps extends SessionProps {
  readonly title: string;
  readonly to: string;
  readonly children: string;
}

/** The page during the verification of a payout, or before the redirect to the merchant. */
export const OnwardPage = ({ session, title, to, children }: OnwardProps) => (
  <TokenLayout session={session} title={title}>
    <article>
      <h1>{title}</h1>
      <a class="button" href={to}>
        {children}
      </a>
    </article>
  </TokenLayout>
);
