/** The choices that a right shop may make, and the mistakes that a law must find. */
import type { LawName } from "../../../src/check-shop/laws/laws.ts";

/** The policies. The first value of each is the usual one. */
export const POLICIES = {
  orders: ["payment", "hold", "hold by staff", "bill"],
  reviews: ["uids", "count", "none"],
  fulfills: ["at once", "in the job", "in a queue"],
  /** What a whole refund of the payment that pays the order does to it. */
  refunded: ["keeps", "takes back", "takes back and opens"],
  chargeback: ["review", "nothing", "takes back"],
  /** What becomes of a payment that pays no order. */
  other: ["review", "refund in the job", "refund at once"],
  /** Whether a payment in review that was refunded stays there. */
  reviewed: ["ends", "stays"],
  requests: ["at once", "in the job"],
  unknown: ["rejects", "accepts"],
  /** A request that the gateway declined, and the same one is made again. */
  declined: ["rejects", "tries again"],
  /** What 422 means. */
  refused: ["refused", "unknown"],
  failure: ["nothing", "review"],
  cancel: ["at once", "asks first"],
  periods: ["count", "do not count"],
  digits: ["accepts", "review"],
  ids: ["read", "not read"],
  body: ["believes", "asks for the status", "asks later"],
  /** Whether the gateway notifies of a charge. */
  charges: ["notified", "not notified"],
  captures: ["at once", "in the job"],
  delivers: ["a number", "a list"],
  /** What a customer gets who pays again. */
  again: ["another token", "the same token", "nothing"],
  /** Which paid orders can be canceled. */
  cancels: ["no paid order", "orders that were not shipped", "all orders"],
  renews: ["each order", "no refunded order"],
  /** When a piece of the stock is taken. */
  takes: ["at the order", "at the payment"],
} as const;

export type Policy = { readonly [Name in keyof typeof POLICIES]: (typeof POLICIES)[Name][number] };

/** Mistakes, by the law that finds them, and the policy with which they are one. */
const ROWS = [
  ["uses a tracking id twice", "different ids"],
  ["ships for a pending payment", "paid"],
  ["does not compare the amount", "paid"],
  ["does not compare the currency", "paid"],
  ["ships for a test", "paid"],
  ["ships a hold before the capture", "paid", { orders: "hold" }],
  ["ships what was refunded before", "paid", { fulfills: "in the job" }],
  ["ships what was charged back before", "paid", { fulfills: "in the job" }],
  ["ships for each notification", "once"],
  ["ships for each payment", "once"],
  ["ships again after a refund", "once", { refunded: "takes back", fulfills: "in the job" }],
  ["ships a canceled order", "canceled"],
  ["verifies no signature", "forged", { orders: "hold" }],
  ["takes back after a part", "taken away"],
  ["takes back after the refund of another payment", "fulfilled"],
  ["sends the same request again", "refund"],
  ["sends a refund again without a search", "refund"],
  ["takes an error for a decline", "refund"],
  ["forgets a refund after an error", "refund"],
  ["takes a decline for a success", "refund"],
  ["refunds one unit less", "refund"],
  ["takes an equal amount for the same request", "refund"],
  ["refunds when a refund is notified", "refund"],
  ["refunds from the last payment", "paying"],
  ["charges a period twice", "renewal"],
  ["charges again without a search", "renewal", { charges: "not notified" }],
  ["captures without a search", "capture", { orders: "hold by staff" }],
  ["captures above the hold", "held amount", { orders: "hold by staff" }],
  ["refuses a second refund", "accepted"],
  ["refuses a renewal", "accepted"],
  ["forgets a hold after a declined capture", "hold", { orders: "hold" }],
  ["forgets a second hold", "hold", { orders: "hold by staff" }],
  ["answers 500 for a payment that does not match", "genuine"],
  ["stops the job at an error", "bad order"],
  ["closes an order after a decline", "payable"],
  ["asks for no status", "fulfilled"],
  ["forgets a payment while the gateway is down", "fulfilled"],
  ["loses its queue in a restart", "fulfilled", { fulfills: "in a queue" }],
  ["forgets a second payment", "others"],
  ["keeps one review for each order", "others"],
  ["reviews the payment that pays", "review"],
  ["reviews a payment twice", "review"],
  ["forgets the first token", "fulfilled"],
  ["forgets the second token", "fulfilled"],
  ["cannot refund a review", "accepted"],
  ["cannot refund a review of a canceled order", "accepted"],
  ["refunds the order instead of its review", "paying"],
  [
    "ships in its job what was canceled",
    "canceled",
    { fulfills: "in the job", cancels: "orders that were not shipped" },
  ],
  ["refunds no canceled order", "canceled", { fulfills: "in the job", cancels: "all orders" }],
  ["sends one key to two customers", "delivered", { delivers: "a list" }],
  ["sells above the stock", "stock"],
  ["sells above the stock to customers who pay at the same moment", "stock", { takes: "at the payment" }],
  ["closes paid orders", "fulfilled"],
  ["stops at a bad address", "bad order", { fulfills: "in the job" }],
  ["refuses requests after a decline", "accepted"],
  ["believes the refusal of a repeat", "refund"],
  ["sends a declined charge again by itself", "renewal"],
  [
    "refunds no rest of a canceled order",
    "canceled",
    { fulfills: "in the job", cancels: "orders that were not shipped" },
  ],
  ["gives a payment up while the gateway is down", "fulfilled", { body: "asks later" }],
  ["sends all requests again when it starts", "refund"],
  ["takes the capture of a second hold for its own", "hold", { orders: "hold by staff" }],
  ["takes the void of a second hold for its own", "hold", { orders: "hold by staff" }],
  ["counts a decline of a charge as a period", "once"],
  ["refunds a whole order without taking note", "fulfilled", { orders: "hold" }],
] as const satisfies readonly (readonly [name: string, law: LawName, policy?: Partial<Policy>])[];

export type Mistake = (typeof ROWS)[number][0];

export const MISTAKES: readonly (readonly [Mistake, LawName, Partial<Policy>?])[] = ROWS;
