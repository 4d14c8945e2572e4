import { formatAmount } from "../../format-amount.ts";
import { pageLinks } from "../../gateway/gateway.ts";
import { sectionOf } from "../../gateway/input/section.ts";
import { attemptsOf, isBill, type TransactionRecord } from "../../gateway/orders/order.ts";
import { replacementOf } from "../../gateway/payments/bills.ts";
import { statusFacts } from "../../gateway/payments/states.ts";
import { type SessionProps, wayBackOf } from "../checkout-session.ts";
import { messages } from "../messages.ts";
import { Fact, MethodParameters, reasonOf, SessionOrder, Time } from "./facts.tsx";
import { TokenLayout } from "./layout.tsx";
import { SandboxStep } from "./step-pages.tsx";

/** The page of a bill. Customers pay bills in a bank's app or at a kiosk, so only developers see this page. */
export const BillPage = ({ session, record }: SessionProps & { readonly record: TransactionRecord }) => {
  const { gateway, checkout } = session;
  const { transaction } = record;
  const { order_id: number, uid, status, amount, currency, expired_at, updated_at } = transaction;
  const { word = String(status), tone, offer } = statusFacts(status) ?? {};
  const next = replacementOf(gateway, checkout);
  const nextNumber = next && String(next.order_id ?? next.uid);
  const attempts = attemptsOf(checkout).filter((attempt) => !isBill(checkout, attempt.transaction));
  const paid = attempts.filter((attempt) => attempt.transaction.status === "successful");
  const { reason } = tone === "bad" ? reasonOf(transaction) : {};
  const title = next ? `Replaced by bill ${nextNumber}` : word;
  const back = wayBackOf(session, offer ? "pending" : tone === "good" ? "successful" : "error");
  const { first_name, last_name } = sectionOf(checkout.fields["customer"]);
  return (
    <TokenLayout session={session} title={`${title} · Bill`} hasStep={offer !== undefined}>
      <SessionOrder session={session}>
        <dl>
          <Fact name="Bill">{number ?? uid}</Fact>
          <Fact name="Customer">{[first_name, last_name].filter(Boolean).join(" ") || undefined}</Fact>
          <Fact name="Pay until">{expired_at && offer ? <Time at={expired_at} /> : undefined}</Fact>
        </dl>
      </SessionOrder>
      <article class={next ? "quiet" : tone} data-pending={offer && `${status} ${attempts.length}`}>
        <h1>{title}</h1>
        {!offer && <Time at={updated_at ?? ""} />}
        {reason && <p>{reason}</p>}
        {attempts.length > 0 && (
          <p>
            {`${paid.length} of ${attempts.length} attempts paid, `}
            {formatAmount(paid.length * Number(amount), currency, "en")}
          </p>
        )}
        {offer && (
          <MethodParameters session={session} method={transaction.payment_method_type ?? ""} isStarted />
        )}
        {next && (
          <a class="button" href={pageLinks.process("", next.uid)}>
            Open bill {nextNumber}
          </a>
        )}
        {back && (
          <a class={offer || next ? "button plain" : "button"} href={back}>
            {messages.backToShop}
          </a>
        )}
      </article>
      {offer && (
        <SandboxStep
          session={session}
          action={pageLinks.process("", checkout.id)}
          text={offer.text}
          name="action"
          choices={offer.choices}
        >
          <p>
            Status: <code>{status}</code>
          </p>
        </SandboxStep>
      )}
    </TokenLayout>
  );
};
