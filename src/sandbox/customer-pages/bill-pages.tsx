import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type { Gateway } from "../gateway/gateway.ts";
import { billOf } from "../gateway/orders/store.ts";
import { type PageLanguage, pageLanguage } from "../gateway/page-languages.ts";
import { closeBill, deleteBill, expireBill, findBill, openBill } from "../gateway/payments/bills.ts";
import { complete } from "../gateway/payments/pay.ts";
import { statusRow } from "../gateway/payments/status-rows.ts";
import { NotPayableError } from "../gateway/refusal.ts";
import { hasDashboard } from "../http/origin.ts";
import { answerPage, goTo } from "./answers.tsx";
import { openSession } from "./checkout-session.ts";
import { readEntries } from "./forms/fields.tsx";
import { BillPage } from "./views/bill-page.tsx";
import { billAddress } from "./views/bill-state.tsx";

/** Creates the pages of bills. The `uid` is the only credential. */
export function createBillPages(gateway: Gateway): Hono {
  const pages = new Hono();

  const act = async (uid: string, action: string | undefined): Promise<void> => {
    const record = findBill(gateway, uid);
    const { choices = [] } = statusRow(record?.transaction.status)?.offer ?? {};
    const offered = choices.some(([known]) => known === action);
    if (!record || !offered) return;
    if (action === "expire") return void expireBill(gateway, uid);
    if (action === "withdraw") return void deleteBill(gateway, record);
    if (action === "close") return closeBill(gateway, uid);
    if (record.transaction.status === "pending") openBill(gateway, record);
    if (action !== "open") await complete(gateway, uid, action === "confirm" ? "successful" : "failed");
  };

  const uidOf = ({ req }: Context): string => req.param("uid") ?? "";

  const languageOf = ({ req }: Context): PageLanguage | undefined => pageLanguage(req.query("language"));

  pages.get("/process/:uid", async (context, next) => {
    const uid = uidOf(context);
    const record = billOf(gateway.store, uid);
    const session = openSession(gateway, uid, {
      isWidget: false,
      hasDashboard: hasDashboard(context),
      userAgent: "",
      chosenLanguage: languageOf(context),
    });
    if (!session || !record) return next();
    return answerPage(context, <BillPage session={session} record={record} />);
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
