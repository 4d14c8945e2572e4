import type { Issue } from "../../api/error-tree.ts";
import { type ApiOperation, OPERATIONS, type ResultOf } from "../../api/operations.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { FollowUpType } from "../../api/transactions/transaction-type.ts";
import { isGiven } from "../../shared/values.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { type Fields, problemAt, sectionOf } from "../gateway/input/section.ts";
import { findByTrackingId, tokenOf } from "../gateway/orders/store.ts";
import { visitorsAreRefused } from "../gateway/orders/visitors.ts";
import { createBill, deleteBill, findBill, isUnpaid, problemsOfBill } from "../gateway/payments/bills.ts";
import { type FollowUpPath, problemsOfFollowUp, processFollowUp } from "../gateway/payments/follow-ups.ts";
import {
  type CardPaymentType,
  createToken,
  problemsOfCardPayment,
  problemsOfToken,
  processCardPayment,
} from "../gateway/payments/requests.ts";
import { tokenStatus } from "../gateway/payments/states.ts";
import type { Effect } from "../gateway/payments/transactions.ts";
import {
  createProduct,
  type Origins,
  problemsOfProduct,
  problemsOfUpdate,
  toProduct,
  updateProduct,
} from "../gateway/products.ts";
import type { Variants } from "../gateway/variants.ts";
import { type AccessWithoutKey, byPublicKey, byToken } from "./access.ts";

interface CallContext {
  /** The value of the path parameter. Empty if the path has no parameter. */
  readonly id: string;
  readonly query: URLSearchParams;
  readonly origins: Origins;
  readonly isVisitor: boolean;
  /** The `X-API-Version` of the call. */
  readonly version: string | undefined;
  readonly variants: Variants;
}

export interface Reply<Result> {
  /** Undefined if the answer has no body. */
  readonly result: Result;
  /** Default: 200. */
  readonly status?: 200 | 201;
  /** Default: the orders in the path. */
  readonly orders?: readonly string[];
}

type FindProblems = (gateway: Gateway, params: unknown, call: CallContext) => Issue[];

export interface Endpoint<Result> {
  /** Checks a call without the secret key. Default: every call requires the key. */
  readonly withoutKey?: AccessWithoutKey;
  /** Returns the problems of the parameters. Default: no problems. */
  readonly problems?: FindProblems;
  /** Processes a valid call. Returns undefined if there is no such record. */
  readonly process: (gateway: Gateway, fields: Fields, call: CallContext) => Reply<Result> | undefined;
}

/** An address that creates transactions, once for each `RequestID`. Both functions must be synchronous. */
export interface TransactionEndpoint {
  readonly problems: FindProblems;
  readonly create: (gateway: Gateway, fields: Fields, call: CallContext) => Effect;
}

type Message = { readonly message: string } | undefined;

type EndpointOf<O extends ApiOperation> = (typeof OPERATIONS)[O] extends { readonly transactionType: string }
  ? TransactionEndpoint
  : Endpoint<ResultOf<O> extends object ? ResultOf<O> : Message>;

export const cardPayment = (type: CardPaymentType): TransactionEndpoint => ({
  problems: (gateway, params) => problemsOfCardPayment(gateway, type, params),
  create: (gateway, fields, { origins }) => processCardPayment(gateway, type, fields, origins.origin),
});

export const followUp = (type: FollowUpType, path: FollowUpPath): TransactionEndpoint => ({
  problems: (gateway, params) => problemsOfFollowUp(gateway, type, params, path),
  create: (gateway, fields) => processFollowUp(gateway, type, fields),
});

const { bodyKey: CHECKOUT } = OPERATIONS["checkouts.create"];

const SERVER_ONLY =
  "must be set by your server with the secret key, because the local gateway has a publicUrl and the public key is not secret";

/** The most attempts of a visitor's token, because each attempt is stored. */
const MAX_ATTEMPTS = 10;

/**
 * Refuses what a public sandbox lets no visitor do. A post to an address contains the secret key or pages show its answer, and
 * endless tokens or attempts would fill memory and disk. Only this local gateway has these limits.
 */
const problemsOfVisitor = (gateway: Gateway, params: unknown): Issue[] => {
  if (!gateway.store.isPublic) return [];
  const { settings, attempts } = sectionOf(params);
  const full = visitorsAreRefused(gateway);
  return [
    ...["notification_url", "verification_url"]
      .filter((name) => isGiven(sectionOf(settings)[name]))
      .flatMap((name) => problemAt([CHECKOUT, "settings", name], SERVER_ONLY)),
    ...(Number(attempts) > MAX_ATTEMPTS
      ? problemAt([CHECKOUT, "attempts"], `must be at most ${MAX_ATTEMPTS} without the secret key`)
      : []),
    ...(full === undefined ? [] : problemAt(["base"], full)),
  ];
};

/** Whether a transaction was made less than a second ago, in which some variants hold. */
const isNew = ({ clock }: Gateway, { created_at: at }: Transaction): boolean =>
  clock.now().getTime() < Date.parse(at ?? "") + 1000;

/** Returns a transaction as the gateway shows it. In one variant, a follow-up is pending at first. */
export const shown = (gateway: Gateway, transaction: Transaction, { followUp }: Variants): Transaction => {
  const { parent_uid, status } = transaction;
  const isPending =
    followUp === "pending" && parent_uid && status === "successful" && isNew(gateway, transaction);
  if (!isPending) return transaction;
  const type = String(transaction.type);
  const section = { ...sectionOf(Object(transaction)[type]), status: "pending" };
  return { ...transaction, status: "pending", paid_at: null, [type]: section };
};

/** The operations of the SDK. Source: API reference, "Endpoints", and gateway documentation. */
export const ENDPOINTS: { readonly [O in ApiOperation]: EndpointOf<O> } = {
  "products.create": {
    problems: (gateway, params) => problemsOfProduct(gateway, sectionOf(params)),
    process: (gateway, fields, { origins }) => {
      const product = createProduct(gateway, fields);
      return { status: 201, result: toProduct(gateway, product, origins), orders: [product.id] };
    },
  },
  "products.get": {
    process: (gateway, _, { id, origins }) => {
      const product = gateway.store.products.get(id);
      return product && { result: toProduct(gateway, product, origins) };
    },
  },
  "products.list": {
    process: (gateway, _, { origins }) => ({
      result: Array.from(gateway.store.products.values(), (product) => toProduct(gateway, product, origins)),
    }),
  },
  "products.update": {
    problems: (gateway, params, { id }) => {
      const product = gateway.store.products.get(id);
      return product ? problemsOfUpdate(gateway, product, sectionOf(params)) : [];
    },
    process: (gateway, fields, { id }) => {
      const product = gateway.store.products.get(id);
      if (product) updateProduct(gateway, product, fields);
      return product && { result: undefined };
    },
  },
  "checkouts.create": {
    withoutKey: byPublicKey,
    problems: (gateway, params, { isVisitor }) => [
      ...problemsOfToken(params),
      ...(isVisitor ? problemsOfVisitor(gateway, params) : []),
    ],
    process: (gateway, fields, { origins, isVisitor, version, variants }) => {
      const { public_key: _, ...others } = fields;
      const page = variants.page === "widget" && version !== "2" ? "v2" : variants.page;
      const made = { madeBy: isVisitor ? "visitor" : "api", page } as const;
      const checkout = createToken(gateway, isVisitor ? others : fields, origins.origin, made);
      return { status: 201, result: checkout, orders: [checkout.token] };
    },
  },
  "checkouts.get": {
    withoutKey: byToken,
    process: (gateway, _, { id, variants }) => {
      const checkout = tokenOf(gateway.store, id);
      return checkout && { result: tokenStatus(gateway, checkout, variants) };
    },
  },
  "transactions.get": {
    process: (gateway, _, { id, variants }) => {
      const record = gateway.store.transactions.get(id);
      return record && { result: shown(gateway, record.transaction, variants) };
    },
  },
  "transactions.findByTrackingId": {
    process: (gateway, _, { id, variants }) => {
      const found = findByTrackingId(gateway.store, id)
        .filter(({ transaction }) => variants.lookUp === "current" || !isNew(gateway, transaction))
        .map(({ transaction }) => shown(gateway, transaction, variants));
      return found.length === 0 && variants.nothingFound === "missing" ? undefined : { result: found };
    },
  },
  "transactions.pay": cardPayment("payment"),
  "transactions.authorize": cardPayment("authorization"),
  "transactions.capture": followUp("capture", "/transactions"),
  "transactions.void": followUp("void", "/transactions"),
  "transactions.refund": followUp("refund", "/transactions"),
  "bills.create": {
    problems: (_, params) => problemsOfBill(params),
    create: (gateway, fields, { origins }) => createBill(gateway, fields, origins.origin),
  },
  "bills.get": {
    process: (gateway, _, { id }) => {
      const bill = findBill(gateway, id);
      return bill && { result: bill.transaction };
    },
  },
  "bills.delete": {
    problems: (gateway, _, { id }) => {
      const bill = findBill(gateway, id);
      // A client may repeat the call if the response was lost.
      if (!bill || isUnpaid(bill) || bill.transaction.status === "deleted") return [];
      return problemAt(["base"], `The bill can't be deleted because it is ${bill.transaction.status}`);
    },
    process: (gateway, _, { id }) => {
      const bill = findBill(gateway, id);
      if (bill && isUnpaid(bill)) deleteBill(gateway, bill);
      return bill && { result: { message: "Successfully deleted" } };
    },
  },
};
