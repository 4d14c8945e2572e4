import type * as z from "zod/mini";
import { API_OPERATIONS, type ApiOperation, type OperationRow, rowOf } from "../../api/operations.ts";
import { PARAMS } from "../../api/params.ts";
import { findSavedCard, newCard } from "../gateway/cards/test-cards.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import { CARD, isAlternative } from "../gateway/methods/methods.ts";
import { findBill } from "../gateway/payments/bills.ts";
import { readTestCard } from "../gateway/payments/requests.ts";
import { toCreditCard } from "../gateway/payments/transactions.ts";
import { cardPayment, ENDPOINTS, type Endpoint, followUp, type TransactionEndpoint } from "./endpoints.ts";

export interface Route extends Pick<OperationRow, "method" | "path" | "host"> {
  /** The SDK's name of the operation. Undefined if the SDK has no such operation. */
  readonly operation: ApiOperation | undefined;
  readonly bodyKey: string | undefined;
  readonly params: z.ZodMiniType | undefined;
  /** The key of the result in the answer. */
  readonly key: string | undefined;
  readonly endpoint: Endpoint<object | undefined> | TransactionEndpoint;
}

const routeOf = (operation: ApiOperation, different: Partial<Route> = {}): Route => {
  const { method, path, host, bodyKey, takes, key } = rowOf(operation);
  return {
    operation,
    method,
    path,
    host: different.path?.startsWith("/beyag/") ? "baseUrl" : host,
    bodyKey,
    params: takes && PARAMS[takes],
    key,
    endpoint: ENDPOINTS[operation],
    ...different,
  };
};

/** Returns a route without an operation of the SDK. Its other properties are the properties of another route. */
const unnamedRoute = (like: ApiOperation, path: string, endpoint: Route["endpoint"]): Route =>
  routeOf(like, { operation: undefined, path, endpoint });

const findByOrderId: Endpoint<object | undefined> = {
  process: (gateway, _, { query }) => {
    const bill = findBill(gateway, query.get("order_id") ?? "");
    return bill && { result: bill.transaction, orders: [bill.order] };
  },
};

const alternativeOnly: Endpoint<object | undefined> = {
  process: ({ store }, _, { id }) => {
    const transaction = store.transactions.get(id)?.transaction;
    return isAlternative(transaction?.payment_method_type ?? CARD) ? { result: transaction } : undefined;
  },
};

const cardOf = ({ store, clock }: Gateway, params: unknown) => {
  const given = sectionOf(params);
  const saved = store.cards.get(textOf(given["token"]) ?? "");
  return { saved, ...readTestCard(given, clock.now(), saved && findSavedCard(saved)) };
};

/** Creates a token of a test card, or changes the holder and the expiry of a saved card. */
const creditCard: Endpoint<object | undefined> = {
  problems: (gateway, params) =>
    cardOf(gateway, params).problems.map(({ path, messages }) => ({ path: path.slice(1), messages })),
  process: (gateway, fields) => {
    const { saved, input } = cardOf(gateway, fields);
    if (!input) return undefined;
    const card = saved ? { ...newCard(input), token: saved.token } : newCard(input);
    gateway.store.cards.set(card.token, card);
    gateway.journal.append("state");
    return { status: saved ? 200 : 201, result: toCreditCard({ ...input, cardToken: card.token }) };
  },
};

const CARDS = "/transactions";

/** The path of alternative payments. */
const BEYAG = "/beyag/transactions";

export const ROUTES: readonly Route[] = [
  ...API_OPERATIONS.map((operation) => routeOf(operation)),
  ...(["capture", "void", "refund"] as const).map((type) =>
    routeOf(`transactions.${type}`, { path: `${BEYAG}/${type}s`, endpoint: followUp(type, BEYAG) }),
  ),
  routeOf("transactions.refund", { path: "/beyag/refunds", endpoint: followUp("refund", BEYAG) }),
  // Called by the staff of the platform.
  unnamedRoute("transactions.refund", `${CARDS}/chargebacks`, followUp("chargeback", CARDS)),
  routeOf("bills.get", { path: "/beyag/payments", endpoint: findByOrderId }),
  routeOf("transactions.get", { path: `${BEYAG}/{uid}`, endpoint: alternativeOnly }),
  ...[CARDS, BEYAG].map((base) =>
    routeOf("transactions.findByTrackingId", { path: `${base}/tracking_id/{tracking_id}` }),
  ),
  unnamedRoute("transactions.pay", `${CARDS}/credits`, cardPayment("credit")),
  unnamedRoute("transactions.pay", "/services/credit_cards/charges", cardPayment("charge")),
  { ...unnamedRoute("transactions.pay", "/credit_cards", creditCard), params: undefined, key: undefined },
];
