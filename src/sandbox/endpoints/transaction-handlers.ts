import type { Context } from "hono";
import type { Issue } from "../../api/error-tree.ts";
import { write } from "../../api/fields/wire.ts";
import { type ApiOperation, OPERATIONS } from "../../api/operations.ts";
import { savedCardPaymentParamsSchema } from "../../api/transactions/saved-card-payment.ts";
import { refundParamsSchema } from "../../api/transactions/transaction-params.ts";
import { readTestCard } from "../gateway/cards/card-request.ts";
import { newCard } from "../gateway/cards/saved-card.ts";
import { findSavedCard } from "../gateway/cards/test-cards.ts";
import { type FollowUpPath, problemsOfFollowUp } from "../gateway/follow-ups/follow-up-rules.ts";
import type { FollowUpType } from "../gateway/follow-ups/follow-up-type.ts";
import { processFollowUp } from "../gateway/follow-ups/follow-ups.ts";
import { toTransactionRefusal } from "../gateway/input/refusal.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import type { CardPaymentType } from "../gateway/payments/card-payments.ts";
import type { Fields } from "../gateway/records/records.ts";
import type { Shop } from "../gateway/shop.ts";
import { CARD, isAlternative } from "../gateway/transactions/offered-methods.ts";
import { type Processed, toCreditCard } from "../gateway/transactions/transactions.ts";
import { originOf } from "../http/origin.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { lenientReader } from "./read-lenient.ts";

/** Refunds have every field of captures and voids. */
const readFollowUp = lenientReader(refundParamsSchema);

const readCardPayment = lenientReader(savedCardPaymentParamsSchema);

const { bodyKey: REQUEST } = OPERATIONS["transactions.pay"];

/** A kind of transaction that requests create. Both steps are synchronous. */
interface TransactionKind {
  readonly read: (value: unknown) => unknown;
  readonly problemsOf: (fields: unknown) => Issue[];
  readonly process: (fields: Fields, origin: string) => Processed;
}

/** A client that names no version of the API gets the refusal wrapped, but not where alternative methods are served. */
export const refuse = ({ req, json }: Context, problems: readonly Issue[]): Response => {
  const isWrapped = req.header("x-api-version") === undefined && !req.path.startsWith("/beyag/");
  return json(toTransactionRefusal(problems, isWrapped), 422);
};

/** Clients send the fields without it by mistake. */
const NO_REQUEST: Issue[] = [{ path: [REQUEST], messages: ["is missing: all fields belong inside it"] }];

/** Creates a transaction, once for each `RequestID`. A second request has its current state, whatever else it says. */
export const creating =
  ({ store, processOnce }: Shop, { read, problemsOf, process }: TransactionKind): Handler =>
  async (context) => {
    const body = await readObject(context);
    if (!body) return noObject(context);
    if (body[REQUEST] === undefined) return refuse(context, NO_REQUEST);
    const fields = read(body[REQUEST]);
    const result = processOnce(context.req.header("requestid"), () => {
      const problems = problemsOf(fields);
      if (problems.length > 0) return { problems };
      return { uid: process(sectionOf(fields), originOf(context)).transaction.uid };
    });
    if (result.problems) return refuse(context, result.problems);
    return context.json({ transaction: store.transactions.get(result.uid ?? "")?.transaction });
  };

/** Charges a card, or sends it money. Credits and charges are what only other clients call. */
export const cardPaymentHandler = (shop: Shop, type: CardPaymentType): Handler =>
  creating(shop, {
    read: readCardPayment,
    problemsOf: (fields) => shop.cardPayments.problemsOf(type, fields),
    process: (fields, origin) =>
      shop.cardPayments.process(type, sectionOf(write(savedCardPaymentParamsSchema, fields)), origin),
  });

export const followUpHandler = (shop: Shop, type: FollowUpType, path: FollowUpPath): Handler =>
  creating(shop, {
    read: readFollowUp,
    problemsOf: (fields) => problemsOfFollowUp(shop, type, fields, path),
    process: (fields) => processFollowUp(shop, type, fields),
  });

/** The handlers of the transaction operations. Source: gateway documentation, "Follow-up transactions". */
export function transactionHandlersOf(
  shop: Shop,
): Record<Extract<ApiOperation, `transactions.${string}`>, Handler> {
  return {
    "transactions.get": (context) => {
      const record = shop.store.transactions.get(paramOf(context, "uid"));
      return record ? context.json({ transaction: record.transaction }) : notFound(context);
    },
    "transactions.findByTrackingId": (context) =>
      context.json({ transactions: shop.store.findByTrackingId(paramOf(context, "tracking_id")) }),
    "transactions.pay": cardPaymentHandler(shop, "payment"),
    "transactions.authorize": cardPaymentHandler(shop, "authorization"),
    "transactions.capture": followUpHandler(shop, "capture", "/transactions"),
    "transactions.void": followUpHandler(shop, "void", "/transactions"),
    "transactions.refund": followUpHandler(shop, "refund", "/transactions"),
  };
}

/** Reads a transaction where only those of alternative methods are served. */
export const alternativeHandler =
  ({ store }: Shop, read: Handler): Handler =>
  (context) => {
    const method = store.transactions.get(paramOf(context, "uid"))?.transaction.payment_method_type;
    return isAlternative(method ?? CARD) ? read(context) : notFound(context);
  };

/** Makes a token of a test card, or changes the holder and expiry of a saved one. Only other clients call it. */
export const creditCardHandler =
  ({ store, clock, emitChange }: Shop): Handler =>
  async (context) => {
    const body = await readObject(context);
    if (!body) return noObject(context);
    const given = sectionOf(body[REQUEST]);
    const saved = store.cards.get(textOf(given["token"]) ?? "");
    const { input, problems } = readTestCard(given, clock.now(), saved && findSavedCard(saved));
    if (!input)
      return refuse(
        context,
        problems.map(({ path, messages }) => ({ path: path.slice(1), messages })),
      );
    const card = saved ? { ...newCard(input), token: saved.token } : newCard(input);
    store.cards.set(card.token, card);
    emitChange();
    return context.json(toCreditCard({ ...input, cardToken: card.token }), saved ? 200 : 201);
  };
