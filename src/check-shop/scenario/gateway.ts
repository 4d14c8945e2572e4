/** Everything that `checkShop` needs from the gateway. `local-gateway.ts` provides it with a sandbox. */
import type { ApiOperation } from "../../api/operations.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Moved, Terms } from "../history/events.ts";

/** Differences between another token and the token of the order. */
export interface TermChanges {
  readonly order?: { readonly amount?: number; readonly currency?: string; readonly tracking_id?: string };
  readonly test?: boolean;
  readonly transaction_type?: string;
}

/** Default: a successful transaction of the token's type. */
export interface FakeOptions {
  readonly type?: string;
  readonly status?: "successful" | "failed";
}

/** A notification about a transaction or an expired token. */
export interface Notification {
  readonly id: string;
  readonly token: string;
  readonly type: string;
  readonly body: string;
}

/** The shop's answer to a notification: a status, or why there is none. */
export interface Answer {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export interface ShopCall {
  /** Undefined for a call that the SDK does not make. */
  readonly operation: ApiOperation | undefined;
  readonly isPost: boolean;
  readonly path: string;
  /** The parsed body; empty if the call has none. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly proceed: () => Promise<Response>;
  /** Declines the capture, refund or charge of the call. Undefined for any other call. */
  readonly decline: () => Promise<Response | undefined>;
  /** Lets the charge of the call wait for 3-D Secure. Undefined for any other call. */
  readonly challenge: () => Promise<Response | undefined>;
  /** Refuses the call. A repeat with the same idempotency key is refused, too. */
  readonly refuse: () => Promise<Response>;
}

export type FollowUp = "capture" | "void" | "refund" | "chargeback";

/** A transaction of a token in the gateway's book. */
export interface BookEntry {
  readonly token: string;
  readonly transaction: Transaction;
  /** Its successful captures, voids, refunds and chargebacks, and those of its captures. */
  readonly followUps: readonly (Transaction & Pick<Moved, "by">)[];
}

/** In each method, `token` is a payment token or the uid of a bill. */
export interface Gateway {
  /** Lets `answer` answer the calls of the shop. @returns a function that ends this and `intercept`. */
  open(answer: (call: ShopCall) => Promise<Response>): () => void;
  /** Calls `keep` with the notifications of a token, and does not post them to the shop. */
  intercept(token: string, keep: (notification: Notification) => void): void;
  /** Posts a notification to the shop, for the first time or again. A body that the gateway did not send is posted as it is. */
  deliver(notification: Notification): Promise<Answer>;
  /** Posts a body to the shop's notification URL, by default with the headers of a genuine notification. */
  post(token: string, body: string, headers?: Promise<Record<string, string>>): Promise<Answer>;
  /** The headers of a genuine notification. */
  sign(body: string): Promise<Record<string, string>>;
  /** The signature of a body with another key than the gateway's. */
  signWithOtherKey(body: string): Promise<string>;
  /** Opens a page of the shop. @returns false if no page answers. */
  openPage(url: URL): Promise<boolean>;

  /** The tokens that no order has until now. */
  unclaimed(): string[];
  /**
   * Lets a token be paid after declines and by any method.
   * @param given A token, the uid of a bill, or the id of a product, whose payment link is then opened.
   * @returns undefined if the gateway did not create it.
   */
  accept(given: string): { readonly token: string; readonly terms: Terms } | undefined;
  /** An address in the settings of a token. */
  setting(token: string, name: string): string | undefined;
  /** Creates another token for the same order, as a shop does if its customer begins again. */
  copyToken(token: string, changes?: TermChanges): string;
  isOpen(token: string): boolean;
  latestOf(token: string): Transaction | undefined;
  /** The uid of the payment that the customer has begun and that has not ended. */
  pendingOf(token: string): string | undefined;
  /** The response to a request for the status of a token. */
  statusAnswer(token: string): Response;

  /** Pays with a card, which is saved. A bill has no card. */
  pay(token: string): Promise<Transaction>;
  decline(token: string): Promise<Transaction>;
  /** Begins a payment that is pending at first. */
  payLater(token: string): Promise<void>;
  complete(uid: string, status: "successful" | "failed"): Promise<Transaction>;
  expire(token: string): Promise<void>;
  /** Returns no status of a token from now on: 404, or a page instead of JSON. Undefined ends this. */
  lose(token: string, how: "unknown" | "unreadable" | undefined): void;
  /** Captures, voids or refunds in the gateway's back office, or charges back. */
  followUp(type: FollowUp, uid: string, amount: number): Promise<Transaction>;
  /** Lets a hold end at the bank, which declines its captures and voids from then on. */
  expireHold(uid: string): void;

  /** The transactions of these tokens, oldest first. */
  paymentsOf(tokens: readonly string[]): BookEntry[];
  /** The successful payments with these saved cards and without a token, oldest first. */
  chargesOf(cards: ReadonlySet<string>): Transaction[];
  /** Lets so much time pass after these transactions that the gateway takes no equal request for a duplicate. */
  passTime(uids: readonly string[]): void;
  /** Does the same, and forgets their idempotency keys. */
  forgetKeys(uids: readonly string[]): void;
  /** Lists a transaction, so that the shop finds it by its uid or tracking id. */
  list(transaction: Transaction): void;
  /** A transaction as the gateway would send it. The gateway's book does not contain it. */
  fakeTransaction(token: string, options: FakeOptions): Transaction;
}
