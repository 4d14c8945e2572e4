import { moneyOfOrder } from "../../explain/money-text.ts";
import { kindOf, ORDER_KINDS } from "../../explain/order-kinds.ts";
import { formatAmount } from "../../format-amount.ts";
import { pageLinks } from "../../gateway/gateway.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { CARD, isAlternative, kindOfMethod } from "../../gateway/methods/methods.ts";
import { attemptsOf, isBill, type TransactionRecord } from "../../gateway/orders/order.ts";
import { replacementOf } from "../../gateway/payments/bills.ts";
import { statusFacts, type Tone } from "../../gateway/payments/states.ts";
import {
  type CheckoutSession,
  pathTo,
  returnAddressOf,
  type SessionProps,
  type VisitEnding,
} from "../checkout-session.ts";
import type { Entries } from "../forms/fields.tsx";
import { methodName } from "../forms/method-choice.tsx";
import { messages } from "../messages.ts";
import { AmountText, Fact, orderOf, paidWith, reasonOf, SessionOrder, Time } from "./facts.tsx";
import { DashboardLink, TokenLayout } from "./layout.tsx";
import { NextSteps } from "./result-page.tsx";
import { redirectedMessage, widgetMessage } from "./widget-message.ts";

/** What the developer decides in place of a bank, a wallet, a cash desk or a customer. */
interface Decision {
  readonly title: string;
  readonly tone?: Tone | undefined;
  readonly facts: readonly (readonly [name: string, value: string | undefined])[];
  /** A time in ISO 8601, such as the end of a bill. */
  readonly time?: readonly [name: string, at: string | null | undefined];
  /** The result with which the customer can return to the shop now. */
  readonly ending?: VisitEnding;
  /** The state, so that the script of the page sees a change. */
  readonly mark?: string | undefined;
  readonly message?: string | undefined;
  readonly text: string;
  readonly action: string;
  readonly name: "action" | "answer" | "outcome";
  /** The most frequent choice is first. Without one, nothing can be decided any more. */
  readonly choices: readonly (readonly [value: string, text: string])[];
  /** The customer's entries on the page before. */
  readonly record?: readonly (readonly [field: string, value: string])[];
}

/** Fields that no other page may contain. */
const SECRET = ["number", "cvc", "saved_cvc", "outcome"];

export const BACK = "back";

const chooses = (what: string): string => `You choose the result of ${what}.`;

/** Returns the numbers that a customer enters in the app of a bank. */
const numbersOf = ({ checkout }: CheckoutSession, method: string): Decision["facts"] => {
  const sent = sectionOf(sectionOf(checkout.fields["payment_method"])[method]);
  return [
    [messages.serviceNumber, textOf(sent["service_no"])],
    [messages.accountNumber, textOf(sent["account_number"])],
  ];
};

/** The step of a wallet or an alternative method, before the payment. */
export const decideMethod = (session: CheckoutSession, method: string, entries: Entries): Decision => ({
  title: messages.payBy(methodName(method)),
  facts: isAlternative(method) ? numbersOf(session, method) : [],
  text: chooses(methodName(method)),
  action: pathTo(session, "checkout"),
  name: "outcome",
  choices: [
    ["successful", "Approve"],
    ["failed", "Decline"],
    ...(isAlternative(method) ? [["pending", "Leave pending"] as const] : []),
    [BACK, "Back"],
  ],
  record: Object.entries({ ...entries, method }).filter(([field]) => !SECRET.includes(field)),
});

/** The 3-D Secure challenge of a bank, or the page of a wallet. */
export const decideChallenge = (session: CheckoutSession, isFramed: boolean): Decision => {
  const { transaction } = session;
  const method = transaction?.payment_method_type ?? CARD;
  const name = methodName(method);
  return {
    title: transaction?.credit_card ? messages.challenge : messages.payBy(name),
    facts: transaction?.credit_card ? [[name, paidWith(transaction)]] : [],
    text: chooses(kindOfMethod(method).step(name)),
    action: pathTo(session, "challenge"),
    name: "answer",
    choices: [
      ["confirm", "Confirm payment"],
      ["decline", "Decline"],
    ],
    message: isFramed ? undefined : redirectedMessage(session),
  };
};

/** A payment that waits for a cash desk or the app of a bank. */
export const decidePending = (session: CheckoutSession): Decision => {
  const { checkout, transaction } = session;
  const method = transaction?.payment_method_type ?? "";
  return {
    title: messages.results.pending,
    facts: [
      [methodName(method), messages.completedLater],
      ...numbersOf(session, method),
      [messages.paymentNumber, transaction?.uid],
    ],
    ending: "pending",
    mark: "",
    message: widgetMessage(checkout.id, "pending", returnAddressOf(session, "pending")),
    text: chooses(methodName(method)),
    action: pathTo(session, "result"),
    name: "answer",
    choices: [
      ["confirm", "Approve"],
      ["decline", "Decline"],
    ],
  };
};

/** A bill. Customers pay it in the app of a bank or at a kiosk. */
export const decideBill = (session: CheckoutSession, { transaction }: TransactionRecord): Decision => {
  const { gateway, checkout } = session;
  const { order_id: number, uid, status, amount, currency, expired_at, updated_at } = transaction;
  const facts = statusFacts(status);
  const isPaid = status === "successful";
  const kind = kindOf(checkout, gateway, moneyOfOrder(checkout), false);
  const { word, tone } = isPaid ? ORDER_KINDS[kind] : (facts ?? { word: String(status), tone: undefined });
  const { offer } = facts ?? {};
  const next = replacementOf(gateway, checkout);
  const attempts = attemptsOf(checkout).filter((attempt) => !isBill(checkout, attempt.transaction));
  const paid = attempts.filter((attempt) => attempt.transaction.status === "successful");
  const sum = formatAmount(paid.length * Number(amount), currency);
  const { first_name, last_name } = sectionOf(checkout.fields["customer"]);
  return {
    title: next ? `Replaced by bill ${next.order_id ?? next.uid}` : word,
    tone: next ? "quiet" : tone,
    facts: [
      ["Bill", String(number ?? uid)],
      ["Customer", [first_name, last_name].filter(Boolean).join(" ") || undefined],
      ["Status", String(status)],
      [messages.reason, tone === "bad" ? reasonOf(transaction).reason : undefined],
      ["Attempts", attempts.length > 0 ? `${paid.length} of ${attempts.length} paid, ${sum}` : undefined],
      ...(offer ? numbersOf(session, transaction.payment_method_type ?? "") : []),
    ],
    time: offer ? ["Pay until", expired_at] : ["Ended", updated_at],
    ending: offer ? "pending" : isPaid ? "successful" : "error",
    mark: offer && `${status} ${attempts.length}`,
    text: offer?.text ?? "",
    action: pageLinks.process("", checkout.id),
    name: "action",
    choices: offer?.choices ?? [],
  };
};

interface DecisionProps extends SessionProps {
  readonly decision: Decision;
  /** Whether the page is in a frame, whose form navigates the page around it. */
  readonly isFramed?: boolean;
}

/** The page on which the developer decides. The real gateway, bank or wallet has another page. */
export const DecisionPage = ({ session, decision, isFramed = false }: DecisionProps) => {
  const { title, tone = "wait", facts, ending, mark, message, choices, record = [] } = decision;
  const [timeName, at] = decision.time ?? [];
  const { title: order, amount } = orderOf(session);
  return (
    <TokenLayout
      session={session}
      title={title}
      isFramed={isFramed}
      hasStep={choices.length > 0}
      widgetMessage={message}
    >
      <article class={tone} data-pending={mark}>
        {!isFramed && <h1>{title}</h1>}
        <p>
          <AmountText>{amount}</AmountText>
        </p>
        <dl>
          <Fact name={messages.order}>{order}</Fact>
          {facts.map(([name, value]) => (
            <Fact name={name}>{value}</Fact>
          ))}
          {timeName && at && (
            <Fact name={timeName}>
              <Time at={at} />
            </Fact>
          )}
        </dl>
        {ending && <NextSteps session={session} ending={ending} />}
      </article>
      {choices.length > 0 && (
        <aside class="developer" aria-labelledby="local-gateway">
          <form method="post" action={decision.action} target={isFramed ? "_parent" : undefined}>
            <h2 id="local-gateway">Local gateway</h2>
            <p>For developers, in place of a bank. {decision.text}</p>
            {record.map(([field, value]) => (
              <input type="hidden" name={field} value={value} />
            ))}
            {choices.map(([value, choice], index) => (
              <button
                type="submit"
                name={decision.name}
                value={value}
                class={index > 0 ? "plain" : undefined}
              >
                {choice}
              </button>
            ))}
            {!isFramed && <DashboardLink session={session} />}
          </form>
        </aside>
      )}
    </TokenLayout>
  );
};

export const ChallengeInFrame = ({ session }: SessionProps) => {
  const { challenge } = messages;
  return (
    <TokenLayout session={session} title={challenge}>
      <SessionOrder session={session} />
      <article>
        <h1>{challenge}</h1>
        <iframe title={challenge} src={`${pathTo(session, "challenge")}&frame=1`} />
      </article>
    </TokenLayout>
  );
};
