import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { statusRow } from "../../api/statuses.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { formatAmount } from "../format-amount.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import { type PageLanguage, pageLanguage } from "../gateway/page-languages.ts";
import { pageLinks } from "../gateway/page-links.ts";
import { closeBill, expireBill, findBill, openBill, replacementOf } from "../gateway/payments/bills.ts";
import { complete } from "../gateway/payments/pay.ts";
import { isBill } from "../gateway/records/records.ts";
import { billOf } from "../gateway/records/store.ts";
import { NotPayableError } from "../gateway/transactions/not-payable-error.ts";
import { hasDashboard } from "../http/origin.ts";
import { answerPage, goTo } from "./answers.tsx";
import { type CheckoutSession, openSession, type SessionProps, wayBackOf } from "./checkout-session.ts";
import { readEntries } from "./forms/form.ts";
import type { Messages } from "./languages/messages.ts";
import { Fact, MethodParameters, PaymentNumber, reasonOf, Time } from "./views/facts.tsx";
import { TokenLayout } from "./views/layout.tsx";
import { SessionOrder } from "./views/order.tsx";
import { SandboxStep } from "./views/step-pages.tsx";

/** Returns the address of a bill's page in the customer's language. */
const billAddress = (uid: string, language: PageLanguage | undefined): string =>
  `${pageLinks.process("", uid)}${language ? `?language=${language}` : ""}`;

const statusText = ({ bill }: Messages, status: string): string => {
  const statuses: Readonly<Record<string, string>> = bill.statuses;
  return statuses[status] ?? status;
};

/** Returns the payments of a permanent bill, oldest first. */
const paymentsOf = ({ shop, checkout: { token } }: CheckoutSession): Transaction[] =>
  [...shop.store.transactions.values()]
    .filter((record) => record.token === token && !isBill(record) && !record.transaction.parent_uid)
    .map(({ transaction }) => transaction);

/** The number of the bill, its account after its end, the customer, and the merchant's lines about the service. */
const BillFacts = ({
  session: { checkout, transaction, messages },
  isEnded,
}: SessionProps & { readonly isEnded: boolean }) => {
  const { first_name, last_name } = sectionOf(checkout.fields["customer"]);
  const customer = [textOf(first_name), textOf(last_name)].filter(Boolean).join(" ");
  const methods = sectionOf(checkout.fields["payment_method"]);
  const method = sectionOf(methods[transaction?.payment_method_type ?? ""]);
  const { service_info: lines } = method;
  return (
    <dl>
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

interface ReasonProps extends Pick<SessionProps["session"], "messages"> {
  readonly transaction: Transaction;
}

/** The reason of a decline. */
const Reason = ({ transaction, messages }: ReasonProps) => {
  const { reason, lang } = reasonOf(transaction, messages);
  return reason === undefined ? null : <p lang={lang}>{reason}</p>;
};

/** The payments that a permanent bill shows. The last is shown with its number. */
const SHOWN = 10;

/** The number and the sum of the payments of a permanent bill, the result of the last one, and the ones before it. */
const Payments = ({ session, payments }: SessionProps & { readonly payments: readonly Transaction[] }) => {
  const { messages } = session;
  const { bill, language } = messages;
  const paid = payments.filter(({ status }) => status === "successful");
  const sum = paid.reduce((total, { amount }) => total + Number(amount), 0);
  const [last, ...earlier] = payments.slice(-SHOWN).reverse();
  return (
    <>
      <p>
        {bill.paidTimes(paid.length)}
        {sum > 0 && ` (${formatAmount(sum, last?.currency, language)})`}
      </p>
      {last && (
        <div class={statusRow(last.status)?.tone}>
          <h2>{last.status === "successful" ? bill.lastPaid : bill.lastDeclined}</h2>
          <p>
            <Time at={last.updated_at ?? ""} language={language} />
          </p>
          {last.status === "successful" ? (
            <PaymentNumber uid={last.uid} messages={messages} />
          ) : (
            <Reason transaction={last} messages={messages} />
          )}
        </div>
      )}
      {earlier.length > 0 && (
        <dl>
          {earlier.map(({ status, updated_at: at }) => (
            <Fact name={statusText(messages, status ?? "")}>
              <Time at={at ?? ""} language={language} />
            </Fact>
          ))}
        </dl>
      )}
    </>
  );
};

const numberOf = ({ order_id: number, uid }: Transaction): string => String(number ?? uid);

interface EndedProps extends SessionProps {
  readonly transaction: Transaction;
  /** The bill that replaced this one. */
  readonly next: Transaction | undefined;
  /** Whether it was paid, as a permanent bill also before it ended. */
  readonly hasPaid: boolean;
}

/** Why a bill ended, the payment or what to do instead, and the way back to the shop. */
const Ended = ({ session, transaction, next, hasPaid }: EndedProps) => {
  const { messages, chosenLanguage } = session;
  const { bill } = messages;
  const { status, uid } = transaction;
  const isPaid = status === "successful";
  const back = wayBackOf(session, isPaid ? "successful" : "error");
  return (
    <>
      {statusRow(status)?.tone === "bad" && <Reason transaction={transaction} messages={messages} />}
      {!isPaid && (
        <p>
          {!hasPaid && messages.notTaken} {!next && bill.askForNew}
        </p>
      )}
      {isPaid && <PaymentNumber uid={uid} messages={messages} />}
      {next && (
        <a class="button" href={billAddress(next.uid, chosenLanguage)}>
          {bill.openNew(numberOf(next))}
        </a>
      )}
      {back && (
        <a class={next ? "button plain" : "button"} href={back}>
          {messages.backToShop}
        </a>
      )}
    </>
  );
};

/** The page for a bill, in place of a bank or a terminal. */
const BillPage = ({ session }: SessionProps) => {
  const { shop, checkout, transaction, messages, chosenLanguage } = session;
  const status = transaction?.status ?? "";
  const record = billOf(shop.store, checkout.token);
  const next = record && replacementOf(shop, record);
  const { offer, tone } = statusRow(status) ?? {};
  const isAwaited = offer !== undefined;
  const hasCode = isAwaited && status !== "start";
  const payments = paymentsOf(session);
  const isPermanent = checkout.fields["permanent"] === true;
  const hasPaid = [transaction, ...payments].some((payment) => payment?.status === "successful");
  return (
    <TokenLayout
      session={session}
      title={messages.bill.title}
      addressIn={(language) => `?language=${language}`}
    >
      <SessionOrder
        session={session}
        {...(isPermanent && { total: messages.bill.eachPayment })}
        due={
          isAwaited &&
          transaction?.expired_at && (
            <p>
              <small>{messages.bill.payUntil}</small> <br />
              <Time at={transaction.expired_at} language={messages.language} />
            </p>
          )
        }
      >
        <BillFacts session={session} isEnded={!isAwaited} />
        {hasCode && <QrCode session={session} />}
      </SessionOrder>
      <article
        class={next ? "quiet" : tone}
        data-pending={isAwaited ? `${status} ${payments.length}` : undefined}
      >
        <h1>{next ? messages.bill.replaced(numberOf(next)) : statusText(messages, status)}</h1>
        {transaction && !isAwaited && (
          <dl>
            <Fact name={messages.bill.endedAt}>
              <Time at={transaction.paid_at ?? transaction.updated_at ?? ""} language={messages.language} />
            </Fact>
          </dl>
        )}
        {isPermanent && <Payments session={session} payments={payments} />}
        {isAwaited && (
          <MethodParameters session={session} method={transaction?.payment_method_type ?? ""} isStarted />
        )}
        {transaction && !isAwaited && (
          <Ended session={session} transaction={transaction} next={next} hasPaid={hasPaid} />
        )}
      </article>
      {offer && (
        <SandboxStep
          action={billAddress(checkout.token, chosenLanguage)}
          text={offer.text}
          name="action"
          choices={offer.choices}
        >
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
    return goTo(context, billAddress(uidOf(context), languageOf(context)));
  });

  return pages;
}
