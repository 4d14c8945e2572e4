import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { type Gateway, NotPayableError, PAYMENT_PAGES, pageLinks } from "../gateway/gateway.ts";
import type { PaymentInput } from "../gateway/methods/methods.ts";
import { billRecordOf } from "../gateway/orders/store.ts";
import { closeBill, deleteBill, expireBill, findBill, openBill } from "../gateway/payments/bills.ts";
import { complete, pay } from "../gateway/payments/pay.ts";
import { statusFacts } from "../gateway/payments/states.ts";
import { saleOf } from "../gateway/products.ts";
import { hasDashboard } from "../http/origin.ts";
import { answerMissing, answerNotForSale, answerPage, answerStart, goTo } from "./answers.tsx";
import { autoPayCard, immediateReturn, returnWithoutResult, secondsToReturn } from "./auto-return.ts";
import {
  type CheckoutSession,
  endingOf,
  isChallenged,
  openSession,
  pathTo,
  refreshed,
  returnAddressOf,
  type VisitEnding,
  wayBackOf,
} from "./checkout-session.ts";
import { formAfterDecline } from "./forms/cards.tsx";
import { EMPTY_FORM, type Entries, type FormState, readEntries } from "./forms/fields.tsx";
import { readPaymentForm } from "./forms/payment-entry.ts";
import { messages } from "./messages.ts";
import { CheckoutPage } from "./views/checkout-page.tsx";
import {
  BACK,
  ChallengeInFrame,
  DecisionPage,
  decideBill,
  decideChallenge,
  decideMethod,
  decidePending,
} from "./views/decision-page.tsx";
import { OnwardPage, ResultPage } from "./views/result-page.tsx";

const visitOf = (context: Context) => ({
  isWidget: context.req.query("widget") === "1",
  hasDashboard: hasDashboard(context),
  userAgent: context.req.header("user-agent") ?? "",
});

type DecisionProps = Parameters<typeof DecisionPage>[0];

const answerDecision = (context: Context, props: DecisionProps) =>
  answerPage(context, <DecisionPage {...props} />);

/** Creates the pages of bills. The `uid` is the only credential. */
export function createBillPages(gateway: Gateway): Hono {
  const pages = new Hono();

  const act = async (uid: string, action: string | undefined): Promise<void> => {
    const record = findBill(gateway, uid);
    const { choices = [] } = statusFacts(record?.transaction.status)?.offer ?? {};
    const offered = choices.some(([known]) => known === action);
    if (!record || !offered) return;
    if (action === "expire") return void expireBill(gateway, uid);
    if (action === "withdraw") return void deleteBill(gateway, record);
    if (action === "close") return closeBill(gateway, uid);
    if (record.transaction.status === "pending") openBill(gateway, record);
    if (action !== "open") await complete(gateway, uid, action === "confirm" ? "successful" : "failed");
  };

  const uidOf = ({ req }: Context): string => req.param("uid") ?? "";

  pages.get("/process/:uid", async (context, next) => {
    const uid = uidOf(context);
    const record = billRecordOf(gateway.store, uid);
    const session = openSession(gateway, uid, { ...visitOf(context), isWidget: false });
    if (!session || !record) return next();
    return answerDecision(context, { session, decision: decideBill(session, record) });
  });

  pages.post("/process/:uid", async (context) => {
    const { action } = await readEntries(context);
    await act(uidOf(context), action).catch((error: unknown) => {
      // If it was paid, opened or expired by another request, the page shows this state.
      if (!(error instanceof NotPayableError)) throw error;
    });
    // The developer may choose the next result, unless the bill has ended.
    return goTo(context, `${pageLinks.process("", uidOf(context))}#local-gateway`);
  });

  return pages;
}

/** Seconds before a waiting page reloads. */
const WAIT = 2;

const answerResult = (context: Context, session: CheckoutSession, ending: VisitEnding) => {
  const seconds = secondsToReturn(session, ending) ?? 0;
  if (seconds > 0 && !session.isWidget)
    context.header("refresh", `${seconds}; url=${returnAddressOf(session, ending)}`);
  if (ending === "pending") return answerDecision(context, { session, decision: decidePending(session) });
  const page = <ResultPage session={session} ending={ending} />;
  return answerPage(context, page, { status: ending === "error" ? 410 : 200 });
};

/** Returns the page of a token without input, which is the challenge or the result. */
const currentPage = (session: CheckoutSession): string =>
  pathTo(session, isChallenged(session) ? "challenge" : "result");

/** Redirects the customer to the merchant. After a form, shows a page first because of `contentSecurityPolicy`. */
const leave = (context: Context, session: CheckoutSession, address: string) => {
  if (context.req.method !== "POST") return goTo(context, address);
  context.header("refresh", `0; url=${address}`);
  const page = (
    <OnwardPage session={session} title={messages.leaving} to={address}>
      {messages.backToShop}
    </OnwardPage>
  );
  return answerPage(context, page);
};

const goToNext = (context: Context, before: CheckoutSession) => {
  const session = refreshed(before);
  const ending = endingOf(session);
  const back = ending && immediateReturn(session, ending);
  return back === undefined ? goTo(context, currentPage(session)) : leave(context, session, back);
};

/** Answers with the merchant's page or the result if the token was paid, used up or expired. */
const answerEnded = (context: Context, session: CheckoutSession) => {
  const ending = endingOf(session) ?? "error";
  const back = returnWithoutResult(session, ending);
  if (back !== undefined) return leave(context, session, back);
  return ending === "error" ? answerResult(context, session, ending) : goTo(context, currentPage(session));
};

const answerForm = (context: Context, session: CheckoutSession, form: FormState) =>
  answerPage(context, <CheckoutPage session={session} form={form} />, {
    status: form.problems.size > 0 ? 422 : 200,
  });

/**
 * Whether a form of the shop opens the payment page. Such a form has a `token` field or no fields. The forms of these
 * pages have the token in their URL and at least one field. Source: gateway documentation.
 */
const isEntering = ({ req }: Context, { token: _, ...fields }: Entries): boolean =>
  req.query("token") === undefined || Object.keys(fields).length === 0;

/** Creates the pages of payment tokens. The token is the only credential. */
export function createPaymentPages(gateway: Gateway): Hono {
  const { settings } = gateway;
  const pages = new Hono();

  const sessionOf = (context: Context, token = context.req.query("token")): CheckoutSession | undefined =>
    openSession(gateway, token ?? "", visitOf(context));

  /** Pays. Shows the result if the token was already paid. */
  const answerPayment = async (context: Context, session: CheckoutSession, input: PaymentInput) => {
    try {
      await pay(gateway, session.checkout.id, input);
    } catch (error) {
      if (!(error instanceof NotPayableError)) throw error;
      return goTo(context, pathTo(session, "checkout"));
    }
    return goToNext(context, session);
  };

  pages.get("/v2/start", (context) => answerStart(context, settings));

  /** Opens the payment page. A HEAD request must not pay. */
  const enter = (context: Context, token?: string) => {
    const session = sessionOf(context, token);
    if (!session) return answerMissing(context, settings, "token");
    if (session.state === "in progress") return goTo(context, currentPage(session));
    if (session.state !== "open") return answerEnded(context, session);
    const product = gateway.store.products.get(session.checkout.productId ?? "");
    const sale = saleOf(gateway, product?.id);
    if (product && sale !== "open") return answerNotForSale(context, settings, product, sale);
    const card = autoPayCard(session);
    if (card && context.req.raw.method !== "HEAD") return answerPayment(context, session, card);
    return answerForm(context, session, formAfterDecline(session));
  };

  const paths = Object.values(PAYMENT_PAGES);

  pages.on("GET", paths, (context) => enter(context));

  pages.on("POST", paths, async (context) => {
    const entries = await readEntries(context);
    if (isEntering(context, entries)) return enter(context, context.req.query("token") ?? entries["token"]);
    const session = sessionOf(context);
    if (!session) return answerMissing(context, settings, "token");
    if (session.state !== "open") return goTo(context, pathTo(session, "checkout"));
    if (entries["outcome"] === BACK) return answerForm(context, session, { ...EMPTY_FORM, entries });
    const { problems, method, input } = readPaymentForm(session, entries);
    if (input) return answerPayment(context, session, input);
    if (problems.size > 0 || method === undefined) return answerForm(context, session, { entries, problems });
    return answerDecision(context, { session, decision: decideMethod(session, method, entries) });
  });

  /** Adds a handler for a token. Reads the body first, so that the session has the current state. */
  const onToken = (
    method: "get" | "post",
    path: string,
    answer: (context: Context, session: CheckoutSession, entries: Entries) => Response | Promise<Response>,
  ) =>
    pages[method](path, async (context) => {
      const entries = await readEntries(context);
      const session = sessionOf(context);
      return session ? answer(context, session, entries) : answerMissing(context, settings, "token");
    });

  onToken("post", "/v2/checkout/cancel", (context, session) => {
    if (session.state !== "open") return goTo(context, pathTo(session, "checkout"));
    const back = session.isWidget ? undefined : wayBackOf(session, "canceled");
    return back === undefined ? answerResult(context, session, "canceled") : leave(context, session, back);
  });

  pages.get("/process/:uid", (context) => {
    const session = sessionOf(context, gateway.store.transactions.get(context.req.param("uid"))?.order ?? "");
    return session ? goTo(context, pathTo(session, "challenge")) : answerMissing(context, settings, "token");
  });

  onToken("get", "/v2/challenge", (context, session) => {
    if (!isChallenged(session)) return goTo(context, pathTo(session, "checkout"));
    const isFramed = context.req.query("frame") === "1";
    const isFrame = session.checkout.fields["iframe"] === true && !isFramed;
    if (isFrame) return answerPage(context, <ChallengeInFrame session={session} />);
    return answerDecision(context, { session, decision: decideChallenge(session, isFramed), isFramed });
  });

  /** Ends the payment with the customer's answer, in place of a bank or a cash desk. */
  const answerCompletion = async (context: Context, session: CheckoutSession, answer: string | undefined) => {
    await complete(gateway, session.transaction?.uid ?? "", answer === "confirm" ? "successful" : "failed");
    return goToNext(context, session);
  };

  onToken("post", "/v2/challenge", (context, session, { answer }) =>
    isChallenged(session)
      ? answerCompletion(context, session, answer)
      : goTo(context, pathTo(session, "checkout")),
  );

  onToken("get", "/v2/result", (context, session) => {
    const ending = endingOf(session);
    if (ending) return answerResult(context, session, ending);
    if (session.state === "open" || isChallenged(session)) return goTo(context, pathTo(session, "checkout"));
    context.header("refresh", String(WAIT));
    const page = (
      <OnwardPage session={session} title={messages.results.processing} to={pathTo(session, "result")}>
        {messages.checkAgain}
      </OnwardPage>
    );
    return answerPage(context, page);
  });

  onToken("post", "/v2/result", (context, session, { answer = "" }) =>
    ["confirm", "decline"].includes(answer) && endingOf(session) === "pending"
      ? answerCompletion(context, session, answer)
      : goTo(context, pathTo(session, "result")),
  );

  return pages;
}
