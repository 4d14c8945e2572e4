import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { ApiError, NotFoundError, PaymentsError, UnexpectedResponseError } from "payments-client";
import { VARIABLES } from "../../runtime/environment.ts";
import { FACT_NAMES, FACTS, type FactName, variantsOf } from "../../sandbox/gateway/variants.ts";
import { isNameIn, isRecord } from "../../shared/values.ts";
import { type Checked, failed, note, ok } from "./finding.ts";
import type { Hosts } from "./hosts.ts";
import { payByCard, testOrder, testToken } from "./test-payments.ts";

/** The variant of a fact, or another answer. Undefined if it could not be measured. */
type Seen = string | undefined;

type Measured = Partial<Record<FactName, Seen>>;

type Reached = Hosts & {
  readonly client: NonNullable<Hosts["client"]>;
  readonly gateway: NonNullable<Hosts["gateway"]>;
};

/** The time in which a late search finds a payment, in milliseconds. */
const LATE = 5000;

/** Any code in this field declines a test payment. Source: API reference, "expected_bank_code". */
const DECLINE = { recipient: { expected_bank_code: "05" } };

const pageOf = (url: string): Seen => {
  const { pathname } = new URL(url);
  const pages = { "/widget/hpp.html": "widget", "/v2/checkout": "v2", "/checkout": "checkout" };
  return Object.entries(pages).find(([end]) => pathname.endsWith(end))?.[1] ?? pathname;
};

/** Returns how a call is refused: the code of the status, or the body of an answer with errors. */
async function refusalOf(call: Promise<unknown>): Promise<Seen> {
  const isRefused = (body: unknown) =>
    isRecord(body) && (isRecord(body["errors"]) || isRecord(body["response"]));
  try {
    return isRefused(await call) ? "ok" : "processed";
  } catch (error) {
    if (error instanceof UnexpectedResponseError && error.response.status === 200) return "ok";
    if (!(error instanceof ApiError)) throw error;
    return error.response.status === 422 ? "unprocessable" : String(error.response.status);
  }
}

/** Measures what needs no customer and no card. */
async function measureAnswers(hosts: Reached): Promise<Measured> {
  const { token, redirect_url } = await testToken(hosts.client, hosts.products);
  const { status, finished, test } = await hosts.client.checkouts.get(token);
  if (test !== true) throw new Error("the gateway made a live token of a test token. Ask its support why");
  const checkout = { transaction_type: "payment", test: true, order: { amount: -1 } };
  const search = hosts.gateway.transactions.findByTrackingId(randomUUID());
  return {
    freshToken: finished === true ? `${status}, finished` : (status ?? "none"),
    nothingFound: await search.then(
      (found) => (found.length === 0 ? "empty" : "others"),
      (error: unknown) => {
        if (error instanceof NotFoundError) return "missing";
        throw error;
      },
    ),
    refusal: await refusalOf(hosts.client.request("POST", "/ctp/api/checkouts", { body: { checkout } })),
    page: pageOf(redirect_url),
  };
}

/** Opens the page of a token that a saved card pays. Returns the token's status. */
async function payOnPage(hosts: Reached, card: string, settings: object, data?: object) {
  const paying = { settings: { auto_pay: true }, payment_method: { credit_card: { token: card } } };
  const more = { ...paying, ...settings };
  const { token, redirect_url } = await testToken(hosts.client, hosts.products, more, data);
  await fetch(redirect_url, { redirect: "manual", signal: AbortSignal.timeout(60_000) });
  return hosts.client.checkouts.get(token);
}

/** Measures what needs the token of a test card. */
async function measurePayments(hosts: Reached, card: string): Promise<Measured> {
  const { transactions } = hosts.gateway;
  const order = testOrder(hosts.products);
  const { uid, test } = await payByCard(hosts.gateway, order, card);
  const isFound = async () =>
    (await transactions.findByTrackingId(order.tracking_id).catch(() => [])).length > 0;
  const isFoundNow = await isFound();
  if (test !== true)
    throw new Error("the payment is a live one. Use the token of a test card, and refund it");
  if (!isFoundNow) await wait(LATE);
  const refund = { parent_uid: uid, amount: 50, reason: order.description };
  const { status } = await transactions.refund(refund);
  const repeated = await transactions.refund(refund).then(
    ({ status }) => (status === "failed" ? "declined" : `${status}`),
    (error: unknown) => {
      if (error instanceof ApiError || error instanceof UnexpectedResponseError) return "refused";
      throw error;
    },
  );
  const declined = await payOnPage(hosts, card, { attempts: 3 }, DECLINE);
  const payment = declined.gateway_response?.payment ?? undefined;
  const paid = await payOnPage(hosts, card, {});
  const paidBy = paid.gateway_response?.payment?.uid ?? undefined;
  if (paidBy) await transactions.refund({ parent_uid: paidBy, amount: 100, reason: order.description });
  const after = paidBy ? await hosts.client.checkouts.get(paid.token ?? "") : undefined;
  return {
    lookUp: isFoundNow ? "current" : (await isFound()) ? "late" : "never",
    followUp: status === "pending" ? status : "final",
    duplicate: repeated,
    declinedToken: payment && (declined.finished === true ? "finished" : `${declined.status}`),
    followedToken: after && (isRecord(Object(after.gateway_response).refund) ? "all" : "payment"),
  };
}

const findingOf = (fact: FactName, seen: Seen): Checked => {
  if (seen === undefined) return note(fact, "was not measured, because opening the page did not pay");
  const variants = FACTS[fact];
  if (!isNameIn(variants, seen)) return note(fact, `${seen}: the local gateway has no such variant`);
  return (variantsOf(fact)[0] === seen ? ok : note)(fact, `${seen}: ${variants[seen]}`);
};

/**
 * Measures the facts that differ between gateways. Everything that it makes is marked as a test.
 *
 * @param card The token of a test card. Without it, no payment is made.
 */
export async function measure(hosts: Hosts, card: string | undefined): Promise<Checked[]> {
  const NAME = "variants";
  const { client, gateway } = hosts;
  if (client === undefined || gateway === undefined) {
    const wrong = client === undefined ? VARIABLES.checkoutUrl : VARIABLES.gatewayUrl;
    return [failed(NAME, "were not measured", `Correct ${wrong} first.`)];
  }
  const reached = { ...hosts, client, gateway };
  try {
    const answers = await measureAnswers(reached);
    const measured = card === undefined ? answers : { ...answers, ...(await measurePayments(reached, card)) };
    const facts = FACT_NAMES.filter((fact) => fact in measured);
    const differing = facts.flatMap((fact) => {
      const seen = measured[fact];
      const isKnown = isNameIn(FACTS[fact], seen) && seen !== variantsOf(fact)[0];
      return isKnown ? [`--variant ${fact}=${seen}`] : [];
    });
    const options = differing.join(" ");
    return [
      ...facts.map((fact) => findingOf(fact, measured[fact])),
      options === ""
        ? ok(NAME, "the local gateway needs no --variant")
        : note(NAME, `for sandbox and check-shop: ${options}`),
    ];
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const guide = "See node_modules/payments-client/docs/guides/troubleshooting.md.";
    const advice = error instanceof PaymentsError ? guide : "";
    return [failed(NAME, `were not measured: ${error.message}`, advice)];
  }
}
