import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { statusRow } from "../../api/statuses.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { formatAmount } from "../format-amount.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import { type PageLanguage, pageLanguage } from "../gateway/page-languages.ts";
import { pageLinks } from "../gateway/page-links.ts";
import {
  closeBill,
  deleteBill,
  expireBill,
  findBill,
  openBill,
  openUntil,
  replacementOf,
} from "../gateway/payments/bills.ts";
import { complete } from "../gateway/payments/pay.ts";
import { isBill } from "../gateway/records/records.ts";
import { billOf } from "../gateway/records/store.ts";
import { NotPayableError } from "../gateway/transactions/not-payable-error.ts";
import { hasDashboard } from "../http/origin.ts";
import { answerPage, goTo } from "./answers.tsx";
import { type CheckoutSession, openSession, type SessionProps, wayBackOf } from "./checkout-session.ts";
import { readEntries } from "./forms/form.ts";
import { methodName } from "./forms/methods.tsx";
import type { Messages } from "./languages/messages.ts";
import { Fact, MethodParameters, PaymentNumber, reasonOf, Time } from "./views/facts.tsx";
import { TokenLayout } from "./views/layout.tsx";
import { SessionOrder } from "./views/order.tsx";
import { SandboxStep } from "./views/step-pages.tsx";

/** Returns the address of a bill's page in the customer's language. */
const billAddress = (uid: string, language: PageLanguage | undefined): string =>
  `${pageLinks.process("", uid)}${language ? `?language=${language}` : ""}`;

/** Returns the name of a state of bills and payments. */
const statusText = ({ bill }: Messages, status: string): string => {
  const statuses: Readonly<Record<string, string>> = bill.statuses;
  return statuses[status] ?? status;
};

const numberOf = ({ order_id: number, uid }: Transaction): string => String(number ?? uid);

/** Returns the bill that replaced this one. */
const nextOf = ({ shop, checkout }: CheckoutSession): Transaction | undefined => {
  const record = billOf(shop.store, checkout.token);
  return record && replacementOf(shop, record);
};

const isPaid = ({ status }: Transaction): boolean => status === "successful";

const stateText = (session: CheckoutSession): string => {
  const { messages, transaction } = session;
  const next = nextOf(session);
  if (next) return messages.bill.replaced(numberOf(next));
  const text = statusText(messages, transaction?.status ?? "");
  return transaction && isPaid(transaction)
    ? `${text}: ${formatAmount(transaction.amount, transaction.currency, messages.language)}`
    : text;
};

/** Returns the payments of a permanent bill, newest first. */
const paymentsOf = ({ shop, checkout: { token } }: CheckoutSession): Transaction[] =>
  [...shop.store.transactions.values()]
    .filter((record) => record.token === token && !isBill(record) && !record.transaction.parent_uid)
    .map(({ transaction }) => transaction)
    .reverse();

/** The number of the bill, its account after its end, the customer, and the merchant's lines about the service. */
const BillFacts = ({
  session: { shop, checkout, transaction, messages },
  isEnded,
}: SessionProps & { readonly isEnded: boolean }) => {
  const { first_name, last_name } = sectionOf(checkout.fields["customer"]);
  const customer = [textOf(first_name), textOf(last_name)].filter(Boolean).join(" ");
  const methods = sectionOf(checkout.fields["payment_method"]);
  const method = sectionOf(methods[transaction?.payment_method_type ?? ""]);
  const { service_info: lines } = method;
  return (
    <dl>
      <Fact name={messages.bill.payee}>{shop.settings.shopName}</Fact>
      <Fact name={messages.bill.title}>{transaction?.order_id ?? undefined}</Fact>
      <Fact name={messages.accountNumber}>{isEnded ? textOf(method["account_number"]) : undefined}</Fact>
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
const QrCode = ({ session: { transaction, messages } }: SessionProps) => {
  const image = transaction?.erip?.qr_code;
  return image?.startsWith("data:image/") ? (
    <p class="qr">
      <img src={image} alt={messages.bill.qrCode} />
      <br />
      <small>{messages.bill.scan}</small>
    </p>
  ) : null;
};

interface PaymentProps extends Pick<SessionProps["session"], "messages"> {
  readonly transaction: Transaction;
}

/** The reason of a decline. */
const Reason = ({ transaction, messages }: PaymentProps) => {
  const { reason, lang } = reasonOf(transaction, messages);
  return reason === undefined ? null : (
    <p>
      <small>{messages.reason}</small> <br />
      <span lang={lang}>{reason}</span>
    </p>
  );
};

interface PaymentsProps extends SessionProps {
  /** Newest first. */
  readonly payments: readonly Transaction[];
}

/** Returns the number and the sum of the payments of a permanent bill, in words. Undefined without a payment. */
const totalOf = (payments: readonly Transaction[], { bill, language }: Messages): string | undefined => {
  const paid = payments.filter(isPaid);
  const sum = paid.reduce((total, { amount }) => total + Number(amount), 0);
  return paid[0] && bill.paidTimes(paid.length, formatAmount(sum, paid[0].currency, language));
};

/** What a permanent bill is, or the sum of its payments and the result of the last attempt. */
const LastAttempt = ({
  session: { messages },
  payments,
  isAwaited,
}: PaymentsProps & { readonly isAwaited: boolean }) => {
  const { bill, language } = messages;
  const total = totalOf(payments, messages);
  const [last] = payments;
  if (!last) return isAwaited ? <p>{bill.repeats}</p> : null;
  const hasPaid = isPaid(last);
  return (
    <>
      {!hasPaid && total && <p>{total}</p>}
      <div class={statusRow(last.status)?.tone}>
        <h2>{hasPaid ? total : bill.lastDeclined}</h2>
        <p>
          <small>{hasPaid ? bill.lastPaid : bill.endedAt.failed}</small> <br />
          <Time at={last.updated_at ?? ""} language={language} />
        </p>
        {!hasPaid && <Reason transaction={last} messages={messages} />}
        {!hasPaid && (
          <p>
            {bill.notTakenNow} {isAwaited && bill.tryAgain}
          </p>
        )}
      </div>
    </>
  );
};

/** The attempts to pay a permanent bill, with the numbers of the payments. */
const Attempts = ({ session: { messages }, payments }: PaymentsProps) => (
  <details>
    <summary>
      {messages.bill.attempts} ({payments.length})
    </summary>
    <ul class="attempts">
      {payments.map((payment) => (
        <li>
          <Time at={payment.updated_at ?? ""} language={messages.language} />{" "}
          <strong class={statusRow(payment.status)?.tone}>
            {statusText(messages, payment.status ?? "")},{" "}
            {formatAmount(payment.amount, payment.currency, messages.language)}
          </strong>
          {isPaid(payment) && <PaymentNumber uid={payment.uid} messages={messages} />}
        </li>
      ))}
    </ul>
  </details>
);

/** Who can pay an opened bill, and until when. */
const Opened = ({ session: { shop, messages }, transaction }: SessionProps & PaymentProps) => {
  const [before, after] = messages.bill.opened.split("[time]");
  return (
    <p>
      {before}
      <Time at={openUntil(shop, transaction).toISOString()} language={messages.language} />
      {after}
    </p>
  );
};

interface EndedProps extends SessionProps {
  readonly transaction: Transaction;
  /** The bill that replaced this one. */
  readonly next: Transaction | undefined;
}

/** When a bill ended. */
const EndedAt = ({ session: { messages }, transaction, next }: EndedProps) => {
  const { replacedAt, endedAt } = messages.bill;
  const names: Readonly<Record<string, string>> = endedAt;
  return (
    <p>
      <small>{next ? replacedAt : names[transaction.status ?? ""]}</small> <br />
      <Time at={transaction.paid_at ?? transaction.updated_at ?? ""} language={messages.language} />
    </p>
  );
};

/** The payment of a bill that ended, or why it ended and what to do instead. */
const Ended = ({ session, transaction, next, payments }: EndedProps & PaymentsProps) => {
  const { messages } = session;
  const { askForNew, askForNext } = messages.bill;
  const endedAt = <EndedAt session={session} transaction={transaction} next={next} />;
  if (isPaid(transaction))
    return (
      <>
        {endedAt}
        <PaymentNumber uid={transaction.uid} messages={messages} />
      </>
    );
  const hasPaid = payments.some(isPaid);
  return (
    <>
      {endedAt}
      {statusRow(transaction.status)?.tone === "bad" && (
        <Reason transaction={transaction} messages={messages} />
      )}
      {!hasPaid && (
        <p>
          {messages.notTaken} {!next && askForNew}
        </p>
      )}
      {hasPaid && !next && <p>{askForNext}</p>}
    </>
  );
};

/** The state of a bill, how it is paid, and the way back to the shop. */
const BillState = ({ session }: SessionProps) => {
  const { checkout, transaction, messages, chosenLanguage } = session;
  if (!transaction) return null;
  const { status, payment_method_type: method } = transaction;
  const next = nextOf(session);
  const { offer, tone } = statusRow(status) ?? {};
  const payments = paymentsOf(session);
  const isPermanent = checkout.fields["permanent"] === true;
  const isAwaited = offer !== undefined;
  const back = wayBackOf(session, isAwaited ? "pending" : status === "successful" ? "successful" : "error");
  return (
    <article
      class={next ? "quiet" : tone}
      data-pending={isAwaited ? `${status} ${payments.length}` : undefined}
    >
      <h1>{stateText(session)}</h1>
      {!isAwaited && <Ended session={session} transaction={transaction} next={next} payments={payments} />}
      {isPermanent && <LastAttempt session={session} payments={payments} isAwaited={isAwaited} />}
      {status === "start" && <Opened session={session} transaction={transaction} messages={messages} />}
      {isAwaited && status !== "start" && method === "erip" && (
        <h2>{messages.payBy(methodName(method, messages))}</h2>
      )}
      {isAwaited && <MethodParameters session={session} method={method ?? ""} isStarted />}
      {payments.length > 0 && <Attempts session={session} payments={payments} />}
      {next && (
        <a class="button" href={billAddress(next.uid, chosenLanguage)}>
          {messages.bill.openNew(numberOf(next))}
        </a>
      )}
      {back && (
        <a class={isAwaited || next ? "button plain" : "button"} href={back}>
          {messages.backToShop}
        </a>
      )}
    </article>
  );
};

/** The page for a bill, in place of a bank or a kiosk. */
const BillPage = ({ session }: SessionProps) => {
  const { checkout, transaction, messages, chosenLanguage } = session;
  const { status, expired_at: expiredAt } = transaction ?? {};
  const { offer } = statusRow(status) ?? {};
  const hasCode = offer !== undefined && status !== "start";
  const payments = paymentsOf(session);
  return (
    <TokenLayout
      session={session}
      title={`${stateText(session)} · ${messages.bill.title}`}
      addressIn={(language) => `?language=${language}`}
      hasStep={offer !== undefined}
    >
      <SessionOrder
        session={session}
        {...(checkout.fields["permanent"] === true && { total: messages.bill.eachPayment })}
        due={
          offer &&
          expiredAt && (
            <p>
              <small>{messages.bill.payUntil}</small> <br />
              <Time at={expiredAt} language={messages.language} />
            </p>
          )
        }
      >
        <BillFacts session={session} isEnded={!offer} />
        {hasCode && <QrCode session={session} />}
      </SessionOrder>
      <BillState session={session} />
      {offer && (
        <SandboxStep
          session={session}
          action={billAddress(checkout.token, chosenLanguage)}
          text={offer.text}
          name="action"
          choices={offer.choices}
        >
          <p>
            Status: <code>{status}</code>
            {payments.length > 0 && `, ${payments.filter(isPaid).length} of ${payments.length} attempts paid`}
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

/** Creates the pages of bills. The `uid` is the only credential. */
export function createBillPages(shop: Gateway): Hono {
  const pages = new Hono();

  const act = async (uid: string, action: string | undefined): Promise<void> => {
    const record = findBill(shop, uid);
    const { choices = [] } = statusRow(record?.transaction.status)?.offer ?? {};
    const offered = choices.some(([known]) => known === action);
    if (!record || !offered) return;
    if (action === "expire") return void expireBill(shop, uid);
    if (action === "withdraw") return void deleteBill(shop, record);
    if (action === "close") return closeBill(shop, uid);
    if (record.transaction.status === "pending") openBill(shop, record);
    if (action !== "open") await complete(shop, uid, action === "confirm" ? "successful" : "failed");
  };

  const uidOf = ({ req }: Context): string => req.param("uid") ?? "";

  const languageOf = ({ req }: Context): PageLanguage | undefined => pageLanguage(req.query("language"));

  pages.get("/process/:uid", async (context, next) => {
    const uid = uidOf(context);
    const chosenLanguage = languageOf(context);
    const session = openSession(shop, uid, {
      isWidget: false,
      hasDashboard: hasDashboard(context),
      userAgent: "",
      chosenLanguage,
    });
    if (!session || !billOf(shop.store, uid)) return next();
    return answerPage(context, <BillPage session={session} />);
  });

  pages.post("/process/:uid", async (context) => {
    const { action } = await readEntries(context);
    await act(uidOf(context), action).catch((error: unknown) => {
      // If it was paid, opened or expired by another request, the page shows this state.
      if (!(error instanceof NotPayableError)) throw error;
    });
    // The developer may choose the next result, unless the bill has ended.
    return goTo(context, `${billAddress(uidOf(context), languageOf(context))}#local-gateway`);
  });

  return pages;
}
