import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Notification } from "../gateway/watched-gateway.ts";
import type { History, Terms, Timed } from "../history/events.ts";
import { all } from "../history/facts.ts";

/** The transaction of a notification, or the last transaction of a product. Empty without a transaction. */
export const transactionIn = ({ body }: Pick<Notification, "body">): Partial<Transaction> => {
  const { transaction, last_transaction: last } = JSON.parse(body);
  return Object(transaction ?? last);
};

/** An order while its story is played, with its events, its tokens and its notifications. */
export class OrderHistory implements History {
  readonly id: string;
  /** The token that the shop gave the customer, or the uid of the bill. */
  readonly token: string;
  readonly terms: Terms;
  readonly isCapturedByStaff: boolean;
  readonly events: Timed[] = [];
  /** The tokens that the shop gave the customer. */
  readonly given: string[];
  /** All tokens for the order, including tokens that the shop gave no customer. */
  readonly tokens: string[] = [];
  /** Notifications that were never posted, oldest first. */
  readonly unsent: Notification[] = [];
  /** Notifications that were posted, by their ids, oldest first. */
  readonly sent = new Map<string, Notification>();

  constructor(id: string, token: string, terms: Terms, isCapturedByStaff: boolean) {
    this.id = id;
    this.token = token;
    this.given = [token];
    this.terms = terms;
    this.isCapturedByStaff = isCapturedByStaff;
  }

  /** All notifications of the gateway until now. */
  get known(): Notification[] {
    return [...this.sent.values(), ...this.unsent];
  }

  /** Notifications that the shop did not answer with 200 when they were posted last. */
  get unanswered(): Notification[] {
    const answers = new Map(all(this, "notified").map(({ id, answer }) => [id, answer]));
    return [...this.sent.values()].filter(({ id }) => answers.get(id) !== 200);
  }
}
