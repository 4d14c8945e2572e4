import type { Transaction } from "../../../api/transactions/transaction.ts";
import { formatAmount } from "../../format-amount.ts";
import { type PageLanguage, pageLinks } from "../../gateway/gateway.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { attemptsOf, isBill, type TransactionRecord } from "../../gateway/orders/order.ts";
import { openUntil, replacementOf } from "../../gateway/payments/bills.ts";
import { type StatusRow, statusFacts } from "../../gateway/payments/states.ts";
import { type CheckoutSession, type SessionProps, wayBackOf } from "../checkout-session.ts";
import { methodName } from "../forms/method-choice.tsx";
import type { Messages } from "../languages/messages.ts";
import { Fact, Labelled, MethodParameters, PaymentNumber, reasonOf, SessionOrder, Time } from "./facts.tsx";
import { TokenLayout } from "./layout.tsx";
import { SandboxStep } from "./step-pages.tsx";

interface ShownBill {
  readonly transaction: Transaction;
  /** The developer's choices. Undefined after the end of the bill. */
  readonly offer: StatusRow["offer"];
  /** The bill that replaced this one. */
  readonly next: Transaction | undefined;
  readonly isPermanent: boolean;
  /** The attempts to pay a permanent bill, newest first. */
  readonly attempts: readonly Transaction[];
  readonly paid: readonly Transaction[];
}

interface BillProps extends SessionProps {
  readonly bill: ShownBill;
}

export const billAddress = (uid: string, language: PageLanguage | undefined): string =>
  `${pageLinks.process("", uid)}${language ? `?language=${language}` : ""}`;

const statusText = ({ bill }: Messages, status: string): string => {
  const statuses: Readonly<Record<string, string>> = bill.statuses;
  return statuses[status] ?? status;
};

const numberOf = ({ order_id: number, uid }: Transaction): string => String(number ?? uid);

const isPaid = ({ status }: Transaction): boolean => status === "successful";

function readBill(session: CheckoutSession, record: TransactionRecord): ShownBill {
  const { transaction } = record;
  const attempts = attemptsOf(session.checkout)
    .map((attempt) => attempt.transaction)
    .filter((attempt) => !isBill(session.checkout, attempt))
    .reverse();
  return {
    transaction,
    offer: statusFacts(transaction.status)?.offer,
    next: replacementOf(session.gateway, session.checkout),
    isPermanent: session.checkout.fields["permanent"] === true,
    attempts,
    paid: attempts.filter(isPaid),
  };
}

const stateText = ({ transaction, next }: ShownBill, messages: Messages): string => {
  if (next) return messages.bill.replaced(numberOf(next));
  const text = statusText(messages, transaction.status ?? "");
  const { amount, currency } = transaction;
  return isPaid(transaction) ? `${text}: ${formatAmount(amount, currency, messages.language)}` : text;
};

const Reason = ({ transaction, messages }: { transaction: Transaction; messages: Messages }) => {
  const { reason, lang } = reasonOf(transaction, messages);
  return reason === undefined ? null : (
    <Labelled name={messages.reason}>
      <span lang={lang}>{reason}</span>
    </Labelled>
  );
};

/** The sum of the payments of a permanent bill and the result of the last attempt, or a sentence about such bills. */
const LastAttempt = ({ session: { messages }, bill: { attempts, paid, offer } }: BillProps) => {
  const { repeats, paidTimes, lastPaid, lastDeclined, endedAt, notTakenNow, tryAgain } = messages.bill;
  const [last] = attempts;
  if (!last) return offer ? <p>{repeats}</p> : null;
  const sum = paid.reduce((total, { amount }) => total + Number(amount), 0);
  const total = paid[0] && paidTimes(paid.length, formatAmount(sum, paid[0].currency, messages.language));
  const time = <Time at={last.updated_at ?? ""} language={messages.language} />;
  if (isPaid(last))
    return (
      <div class="good">
        <h2>{total}</h2>
        <Labelled name={lastPaid}>{time}</Labelled>
      </div>
    );
  return (
    <>
      {total && <p>{total}</p>}
      <div class="bad">
        <h2>{lastDeclined}</h2>
        <Labelled name={endedAt.failed}>{time}</Labelled>
        <Reason transaction={last} messages={messages} />
        <p>
          {notTakenNow} {offer && tryAgain}
        </p>
      </div>
    </>
  );
};

const Attempts = ({ session: { messages }, bill: { attempts } }: BillProps) => (
  <details>
    <summary>
      {messages.bill.attempts} ({attempts.length})
    </summary>
    <ul class="attempts">
      {attempts.map((attempt) => (
        <li>
          <Time at={attempt.updated_at ?? ""} language={messages.language} />{" "}
          <strong class={statusFacts(attempt.status)?.tone}>
            {statusText(messages, attempt.status ?? "")},{" "}
            {formatAmount(attempt.amount, attempt.currency, messages.language)}
          </strong>
          {isPaid(attempt) && <PaymentNumber uid={attempt.uid} messages={messages} />}
        </li>
      ))}
    </ul>
  </details>
);

const Ended = ({ session: { messages }, bill: { transaction, next, paid } }: BillProps) => {
  const { replacedAt, endedAt, askForNew, askForNext } = messages.bill;
  const { uid, status, paid_at, updated_at } = transaction;
  const names: Readonly<Record<string, string>> = endedAt;
  const withoutPayment = (
    <p>
      {messages.notTaken} {!next && askForNew}
    </p>
  );
  const advice = paid.length === 0 ? withoutPayment : !next && <p>{askForNext}</p>;
  return (
    <>
      <Labelled name={next ? replacedAt : names[status ?? ""]}>
        <Time at={paid_at ?? updated_at ?? ""} language={messages.language} />
      </Labelled>
      {statusFacts(status)?.tone === "bad" && <Reason transaction={transaction} messages={messages} />}
      {isPaid(transaction) ? <PaymentNumber uid={uid} messages={messages} /> : advice}
    </>
  );
};

const HowToPay = ({ session, bill: { transaction } }: BillProps) => {
  const { gateway, messages } = session;
  const { status, payment_method_type: method } = transaction;
  const [before, after] = messages.bill.opened.split("[time]");
  return (
    <>
      {status === "start" && (
        <p>
          {before}
          <Time at={openUntil(gateway, transaction).toISOString()} language={messages.language} />
          {after}
        </p>
      )}
      {status !== "start" && method === "erip" && <h2>{messages.payBy(methodName(method, messages))}</h2>}
      <MethodParameters session={session} method={method ?? ""} isStarted />
    </>
  );
};

const endingOf = ({ transaction, offer }: ShownBill) => {
  if (offer) return "pending";
  return isPaid(transaction) ? "successful" : "error";
};

const BillState = ({ session, bill }: BillProps) => {
  const { messages, chosenLanguage } = session;
  const { transaction, offer, next, isPermanent, attempts } = bill;
  const { status } = transaction;
  const back = wayBackOf(session, endingOf(bill));
  return (
    <article
      class={next ? "quiet" : statusFacts(status)?.tone}
      data-pending={offer && `${status} ${attempts.length}`}
    >
      <h1>{stateText(bill, messages)}</h1>
      {!offer && <Ended session={session} bill={bill} />}
      {isPermanent && <LastAttempt session={session} bill={bill} />}
      {offer && <HowToPay session={session} bill={bill} />}
      {attempts.length > 0 && <Attempts session={session} bill={bill} />}
      {next && (
        <a class="button" href={billAddress(next.uid, chosenLanguage)}>
          {messages.bill.openNew(numberOf(next))}
        </a>
      )}
      {back && (
        <a class={offer || next ? "button plain" : "button"} href={back}>
          {messages.backToShop}
        </a>
      )}
    </article>
  );
};

/** The number of the bill, its account after its end, the customer, and the merchant's lines about the service. */
const BillFacts = ({ session: { gateway, checkout, messages }, bill: { transaction, offer } }: BillProps) => {
  const { first_name, last_name } = sectionOf(checkout.fields["customer"]);
  const customer = [textOf(first_name), textOf(last_name)].filter(Boolean).join(" ");
  const methods = sectionOf(checkout.fields["payment_method"]);
  const method = sectionOf(methods[transaction.payment_method_type ?? ""]);
  const { service_info: lines } = method;
  return (
    <dl>
      <Fact name={messages.bill.payee}>{gateway.settings.shopName}</Fact>
      <Fact name={messages.bill.title}>{transaction.order_id ?? undefined}</Fact>
      <Fact name={messages.accountNumber}>{offer ? undefined : textOf(method["account_number"])}</Fact>
      <Fact name={messages.bill.customer}>{customer || undefined}</Fact>
      {Array.isArray(lines) && lines.length > 0 && (
        <Fact name={messages.bill.service}>
          {lines.map((line, index) => (
            <>
              {index > 0 && <br />}
              {textOf(line)}
            </>
          ))}
        </Fact>
      )}
    </dl>
  );
};

/** The QR code of the bill, on screens that a phone can scan. */
const QrCode = ({ session: { messages }, bill: { transaction } }: BillProps) => {
  const image = transaction.erip?.qr_code;
  return image?.startsWith("data:image/") ? (
    <p class="qr">
      <img src={image} alt={messages.bill.qrCode} />
      <br />
      <small>{messages.bill.scan}</small>
    </p>
  ) : null;
};

export const BillPage = ({ session, record }: SessionProps & { readonly record: TransactionRecord }) => {
  const { checkout, messages, chosenLanguage } = session;
  const bill = readBill(session, record);
  const { transaction, offer, isPermanent, attempts, paid } = bill;
  const { status, expired_at: expiredAt } = transaction;
  const hasCode = offer !== undefined && status !== "start";
  return (
    <TokenLayout
      session={session}
      title={`${stateText(bill, messages)} · ${messages.bill.title}`}
      addressIn={(language) => `?language=${language}`}
      hasStep={offer !== undefined}
    >
      <SessionOrder
        session={session}
        {...(isPermanent && { total: messages.bill.eachPayment })}
        due={
          offer &&
          expiredAt && (
            <Labelled name={messages.bill.payUntil}>
              <Time at={expiredAt} language={messages.language} />
            </Labelled>
          )
        }
      >
        <BillFacts session={session} bill={bill} />
        {hasCode && <QrCode session={session} bill={bill} />}
      </SessionOrder>
      <BillState session={session} bill={bill} />
      {offer && (
        <SandboxStep
          session={session}
          action={billAddress(checkout.id, chosenLanguage)}
          text={offer.text}
          name="action"
          choices={offer.choices}
        >
          <p>
            Status: <code>{status}</code>
            {attempts.length > 0 && `, ${paid.length} of ${attempts.length} attempts paid`}
          </p>
          {hasCode && (
            <p class="qr">
              The QR code leads to this page. A phone opens it only if it reaches {checkout.origin}.
            </p>
          )}
        </SandboxStep>
      )}
    </TokenLayout>
  );
};
