import { sectionOf, textOf } from "../../gateway/input/section.ts";
import type { TransactionRecord } from "../../gateway/orders/order.ts";
import type { SessionProps } from "../checkout-session.ts";
import { type BillProps, BillState, billAddress, readBill, stateText } from "./bill-state.tsx";
import { Fact, Labelled, SessionOrder, Time } from "./facts.tsx";
import { TokenLayout } from "./layout.tsx";
import { SandboxStep } from "./step-pages.tsx";

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
