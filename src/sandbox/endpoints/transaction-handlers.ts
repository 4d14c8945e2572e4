import type { Context } from "hono";
import type { Issue } from "../../api/error-tree.ts";
import { write } from "../../api/fields/wire.ts";
import { type ApiOperation, OPERATIONS } from "../../api/operations.ts";
import { savedCardPaymentParamsSchema } from "../../api/transactions/saved-card-payment.ts";
import { refundParamsSchema } from "../../api/transactions/transaction-params.ts";
import { readTestCard } from "../gateway/cards/card-request.ts";
import { newCard } from "../gateway/cards/saved-card.ts";
import { findSavedCard } from "../gateway/cards/test-cards.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { toTransactionRefusal } from "../gateway/input/refusal.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import {
  type CardPaymentType,
  problemsOfCardPayment,
  processCardPayment,
} from "../gateway/payments/card-payments.ts";
import { processOnce } from "../gateway/payments/process-once.ts";
import type { Fields } from "../gateway/records/records.ts";
import { findByTrackingId } from "../gateway/records/store.ts";
import {
  type FollowUpPath,
  type FollowUpType,
  problemsOfFollowUp,
} from "../gateway/transactions/follow-up-rules.ts";
import { processFollowUp } from "../gateway/transactions/follow-ups.ts";
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
  (gateway: Gateway, { read, problemsOf, process }: TransactionKind): Handler =>
  async (context) => {
    const body = await readObject(context);
    if (!body) return noObject(context);
    if (body[REQUEST] === undefined) return refuse(context, NO_REQUEST);
    const fields = read(body[REQUEST]);
    const result = processOnce(gateway, context.req.header("requestid"), () => {
      const problems = problemsOf(fields);
      if (problems.length > 0) return { problems };
      return { uid: process(sectionOf(fields), originOf(context)).transaction.uid };
    });
    if (result.problems) return refuse(context, result.problems);
    return context.json({ transaction: gateway.store.transactions.get(result.uid ?? "")?.transaction });
  };

/** Charges a card, or sends it money. Credits and charges are what only other clients call. */
export const cardPaymentHandler = (gateway: Gateway, type: CardPaymentType): Handler =>
  creating(gateway, {
    read: readCardPayment,
    problemsOf: (fields) => problemsOfCardPayment(gateway, type, fields),
    process: (fields, origin) =>
      processCardPayment(gateway, type, sectionOf(write(savedCardPaymentParamsSchema, fields)), origin),
  });

export const followUpHandler = (gateway: Gateway, type: FollowUpType, path: FollowUpPath): Handler =>
  creating(gateway, {
    read: readFollowUp,
    problemsOf: (fields) => problemsOfFollowUp(gateway, type, fields, path),
    process: (fields) => processFollowUp(gateway, type, fields),
  });

/** The handlers of the transaction operations. Source: gateway documentation, "Follow-up transactions". */
export function transactionHandlersOf(
  gateway: Gateway,
): Record<Extract<ApiOperation, `transactions.${string}`>, Handler> {
  return {
    "transactions.get": (context) => {
      const record = gateway.store.transactions.get(paramOf(context, "uid"));
      return record ? context.json({ transaction: record.transaction }) : notFound(context);
    },
    "transactions.findByTrackingId": (context) =>
      context.json({
        transactions: findByTrackingId(gateway.store, paramOf(context, "tracking_id")).map(
          ({ transaction }) => transaction,
        ),
      }),
    "transactions.pay": cardPaymentHandler(gateway, "payment"),
    "transactions.authorize": cardPaymentHandler(gateway, "authorization"),
    "transactions.capture": followUpHandler(gateway, "capture", "/transactions"),
    "transactions.void": followUpHandler(gateway, "void", "/transactions"),
    "transactions.refund": followUpHandler(gateway, "refund", "/transactions"),
  };
}

/** Reads a transaction where only those of alternative methods are served. */
export const alternativeHandler =
  ({ store }: Gateway, read: Handler): Handler =>
  (context) => {
    const method = store.transactions.get(paramOf(context, "uid"))?.transaction.payment_method_type;
    return isAlternative(method ?? CARD) ? read(context) : notFound(context);
  };

/** Makes a token of a test card, or changes the holder and expiry of a saved one. Only other clients call it. */
export const creditCardHandler =
  ({ store, clock, journal }: Gateway): Handler =>
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
    journal.append("card", { id: card.token });
    return context.json(toCreditCard({ ...input, cardToken: card.token }), saved ? 200 : 201);
  };
