import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { statusRow } from "../../api/statuses.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { pageLinks } from "../gateway/page-links.ts";
import { expireBill, findBill, openBill } from "../gateway/payments/bills.ts";
import { complete } from "../gateway/payments/pay.ts";
import { billOf } from "../gateway/records/store.ts";
import { NotPayableError } from "../gateway/transactions/not-payable-error.ts";
import { answerPage, goTo } from "./answers.tsx";
import { openSession, type SessionProps } from "./checkout-session.ts";
import { readEntries } from "./forms/form.ts";
import { Fact, OrderFacts } from "./views/facts.tsx";
import { TokenLayout } from "./views/layout.tsx";
import { SandboxStep } from "./views/step-pages.tsx";

/** Stands for the bank or the terminal where a bill is paid. */
const BillPage = ({ session }: SessionProps) => {
  const { checkout, transaction, shop } = session;
  const status = transaction?.status ?? "";
  const offer = statusRow(status)?.offer;
  const payments = [...shop.store.transactions.values()].filter(
    ({ token, transaction: { uid, parent_uid, status: state } }) =>
      token === checkout.token && uid !== token && !parent_uid && state === "successful",
  );
  return (
    <TokenLayout session={session} title="Bill" hasLanguages={false}>
      <article>
        <h1>Bill</h1>
        <dl>
          <OrderFacts session={session} />
          <Fact name="Account">{transaction?.erip?.account_number}</Fact>
          <Fact name="Status">{status}</Fact>
          {status === "permanent" && <Fact name="Paid">{`${payments.length} times`}</Fact>}
        </dl>
        <SandboxStep
          action={pageLinks.process("", checkout.token)}
          text={offer?.text ?? "Nothing can be done with the bill now."}
          name="action"
          choices={offer?.choices ?? []}
        />
      </article>
    </TokenLayout>
  );
};

/** The pages of bills. The `uid` is the only credential. */
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

  pages.get("/process/:uid", async (context, next) => {
    const uid = uidOf(context);
    const session = openSession(shop, uid, { isWidget: false, userAgent: "", chosenLanguage: "en" });
    if (!session || !billOf(shop.store, uid)) return next();
    return answerPage(context, <BillPage session={session} />);
  });

  pages.post("/process/:uid", async (context) => {
    const { action } = await readEntries(context);
    await act(uidOf(context), action).catch((error: unknown) => {
      // It was paid, opened or expired meanwhile, which the page then shows.
      if (!(error instanceof NotPayableError)) throw error;
    });
    return goTo(context, pageLinks.process("", uidOf(context)));
  });

  return pages;
}
