import { type Context, Hono } from "hono";
import { NotPayableError } from "../gateway/not-payable-error.ts";
import type { Payer } from "../gateway/payments/payment-input.ts";
import type { Shop } from "../gateway/shop.ts";
import { answerPage, goTo } from "./answer.ts";
import { autoPayCard, immediateReturn, secondsToReturn } from "./auto-return.ts";
import { ChallengeInFrame, ChallengePage } from "./views/challenge-page.tsx";
import { CheckoutPage } from "./views/checkout-page.tsx";
import { EMPTY_FORM, type FormState, readEntries } from "./forms/form.ts";
import { answerMissing, answerNotForSale } from "./notices.tsx";
import { readPayment } from "./forms/payment-entry.ts";
import { LeavingPage, ResultPage, WaitingPage } from "./views/result-page.tsx";
import type { Ending } from "./return-address.ts";
import { StepPage } from "./views/step-page.tsx";
import {
  endingOf,
  isChallenged,
  openVisit,
  pathTo,
  refreshed,
  returnAddressOf,
  type Visit,
} from "./checkout-session.ts";

/** Seconds until a page that waits is loaded again. */
const WAIT = 2;

const answerResult = (context: Context, visit: Visit, ending: Ending) => {
  const seconds = secondsToReturn(visit, ending) ?? 0;
  if (seconds > 0 && !visit.isWidget) {
    context.header("refresh", `${seconds}; url=${returnAddressOf(visit, ending)}`);
  }
  const page = <ResultPage visit={visit} ending={ending} />;
  return answerPage(context, page, { mayBeFramed: true, status: ending === "error" ? 410 : 200 });
};

/** Where a visit stands that has nothing to enter: at the bank, waiting, or at its end. */
const standing = (visit: Visit): string => pathTo(visit, isChallenged(visit) ? "challenge" : "result");

/** Takes the customer to the merchant. A form may lead anywhere only by a page in between, see `page-headers.ts`. */
const leave = (context: Context, visit: Visit, address: string) => {
  if (context.req.method === "GET") return goTo(context, address);
  context.header("refresh", `0; url=${address}`);
  return answerPage(context, <LeavingPage visit={visit} address={address} />, { mayBeFramed: true });
};

/** After something became of a payment: to the bank, to the result, or at once to the merchant. */
const goOn = (context: Context, before: Visit) => {
  const visit = refreshed(before);
  const ending = endingOf(visit);
  const back = ending && immediateReturn(visit, ending);
  return back === undefined ? goTo(context, standing(visit)) : leave(context, visit, back);
};

const answerForm = (context: Context, visit: Visit, form: FormState) =>
  answerPage(context, <CheckoutPage visit={visit} form={form} />, {
    mayBeFramed: true,
    status: form.problems.size > 0 ? 422 : 200,
  });

/** The pages of payment tokens. Whoever has the token may open them. */
export function createPaymentPages(shop: Shop): Hono {
  const { payments, products, clock, shopId } = shop;
  const pages = new Hono();

  const visitOf = ({ req }: Context): Visit | undefined =>
    openVisit(shop, req.query("token") ?? "", {
      isWidget: req.query("widget") === "1",
      userAgent: req.header("user-agent") ?? "",
    });

  /** Pays. Where somebody else was faster, the customer sees what became of the token. */
  const pay = async (context: Context, visit: Visit, payer: Payer) => {
    try {
      await payments.pay(visit.checkout.token, payer);
    } catch (error) {
      if (!(error instanceof NotPayableError)) throw error;
      return goTo(context, pathTo(visit, "checkout"));
    }
    return goOn(context, visit);
  };

  pages.get("/v2/checkout", (context) => {
    const visit = visitOf(context);
    if (!visit) return answerMissing(context, shopId, "token");
    if (visit.state === "expired") return answerResult(context, visit, "error");
    if (visit.state !== "open") return goTo(context, standing(visit));
    const sale = products.saleOf(visit.checkout.productId, clock.now());
    if (sale !== "open") return answerNotForSale(context, shopId, sale, visit.words);
    const card = autoPayCard(visit);
    // Whoever only asks for the headers does not want to pay.
    if (card && context.req.raw.method !== "HEAD") return pay(context, visit, card);
    return answerForm(context, visit, EMPTY_FORM);
  });

  pages.post("/v2/checkout", async (context) => {
    const entries = await readEntries(context);
    const visit = visitOf(context);
    if (!visit) return answerMissing(context, shopId, "token");
    if (visit.state !== "open") return goTo(context, pathTo(visit, "checkout"));
    const { problems, method, payer } = readPayment(visit, entries);
    if (payer) return pay(context, visit, payer);
    if (problems.size > 0 || method === undefined) return answerForm(context, visit, { entries, problems });
    const page = <StepPage visit={visit} method={method} entries={entries} />;
    return answerPage(context, page, { mayBeFramed: true });
  });

  pages.post("/v2/checkout/cancel", (context) => {
    const visit = visitOf(context);
    if (!visit) return answerMissing(context, shopId, "token");
    if (visit.state !== "open") return goTo(context, pathTo(visit, "checkout"));
    if (visit.isWidget) return answerResult(context, visit, "cancelled");
    const back = returnAddressOf(visit, "cancelled");
    return back === undefined ? goTo(context, "/") : leave(context, visit, back);
  });

  pages.get("/v2/challenge", (context) => {
    const visit = visitOf(context);
    if (!visit) return answerMissing(context, shopId, "token");
    if (!isChallenged(visit)) return goTo(context, pathTo(visit, "checkout"));
    const isFramed = context.req.query("frame") === "1";
    const isFrame = visit.checkout.fields["iframe"] === true && !isFramed;
    const page = isFrame ? (
      <ChallengeInFrame visit={visit} />
    ) : (
      <ChallengePage visit={visit} isFramed={isFramed} />
    );
    return answerPage(context, page, { mayBeFramed: true });
  });

  pages.post("/v2/challenge", async (context) => {
    const { answer } = await readEntries(context);
    const visit = visitOf(context);
    if (!visit) return answerMissing(context, shopId, "token");
    if (!isChallenged(visit) || !visit.transaction) return goTo(context, pathTo(visit, "checkout"));
    await payments.complete(visit.transaction.uid, answer === "confirm");
    return goOn(context, visit);
  });

  pages.get("/v2/result", (context) => {
    const visit = visitOf(context);
    if (!visit) return answerMissing(context, shopId, "token");
    const ending = endingOf(visit);
    if (ending) return answerResult(context, visit, ending);
    if (visit.state === "open" || isChallenged(visit)) return goTo(context, pathTo(visit, "checkout"));
    context.header("refresh", String(WAIT));
    return answerPage(context, <WaitingPage visit={visit} />, { mayBeFramed: true });
  });

  return pages;
}
