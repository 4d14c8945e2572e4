import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { type KnownStatus, statusRow } from "../../api/statuses.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { type PageLanguage, pageLanguage } from "../gateway/page-languages.ts";
import { pageLinks } from "../gateway/page-links.ts";
import { expireBill, findBill, openBill } from "../gateway/payments/bills.ts";
import { complete } from "../gateway/payments/pay.ts";
import { billOf } from "../gateway/records/store.ts";
import { NotPayableError } from "../gateway/transactions/not-payable-error.ts";
import { answerPage, goTo } from "./answers.tsx";
import { openSession, type SessionProps } from "./checkout-session.ts";
import { readEntries } from "./forms/form.ts";
import type { Messages } from "./languages/messages.ts";
import { MethodParameters } from "./views/facts.tsx";
import { TokenLayout } from "./views/layout.tsx";
import { SessionOrder } from "./views/order.tsx";
import { SandboxStep } from "./views/step-pages.tsx";

/** Returns the address of a bill's page in the customer's language. */
const billAddress = (uid: string, language: PageLanguage | undefined): string =>
  `${pageLinks.process("", uid)}${language ? `?language=${language}` : ""}`;

const statusText = ({ bill: { statuses } }: Messages, status: string): string =>
  new Map<string, string>(Object.entries(statuses)).get(status) ?? status;

/** Statuses in which the page explains how to pay. */
const AWAITED: readonly string[] = ["pending", "permanent", "start"] satisfies KnownStatus[];

/** A time in UTC. The script of the page shows it in the zone of the browser. */
const Time = ({ at, language }: { readonly at: string; readonly language: string }) => {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return <time datetime={at}>{format.format(new Date(at))} UTC</time>;
};

/** The page for a bill, in place of a bank or a terminal. */
const BillPage = ({ session }: SessionProps) => {
  const { checkout, transaction, shop, messages, chosenLanguage } = session;
  const status = transaction?.status ?? "";
  const offer = statusRow(status)?.offer;
  const isAwaited = AWAITED.includes(status);
  const payments = [...shop.store.transactions.values()].filter(
    ({ token, transaction: { uid, parent_uid, status: state } }) =>
      token === checkout.token && uid !== token && !parent_uid && state === "successful",
  );
  return (
    <TokenLayout
      session={session}
      title={messages.bill.title}
      addressIn={(language) => `?language=${language}`}
    >
      <SessionOrder session={session} />
      <article>
        <h1>{messages.bill.title}</h1>
        <p role="status">
          {statusText(messages, status)}
          {status === "permanent" && (
            <>
              <br />
              {messages.bill.paidTimes(payments.length)}
            </>
          )}
        </p>
        {isAwaited && transaction?.expired_at && (
          <p>
            {messages.bill.payUntil} <Time at={transaction.expired_at} language={messages.language} />
          </p>
        )}
        <MethodParameters
          session={session}
          method={transaction?.payment_method_type ?? ""}
          isStarted={isAwaited}
        />
      </article>
      {offer && (
        <SandboxStep
          action={billAddress(checkout.token, chosenLanguage)}
          text={offer.text}
          name="action"
          choices={offer.choices}
        />
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
    if (action === "open") openBill(shop, record);
    else if (action === "expire") expireBill(shop, uid);
    else await complete(shop, uid, action === "confirm" ? "successful" : "failed");
  };

  const uidOf = ({ req }: Context): string => req.param("uid") ?? "";

  const languageOf = ({ req }: Context): PageLanguage | undefined => pageLanguage(req.query("language"));

  pages.get("/process/:uid", async (context, next) => {
    const uid = uidOf(context);
    const chosenLanguage = languageOf(context);
    const session = openSession(shop, uid, { isWidget: false, userAgent: "", chosenLanguage });
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
