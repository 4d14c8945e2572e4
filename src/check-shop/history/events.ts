/** The events of an order as data. The player appends events, the laws read nothing else, and `--json` prints them. */

export const REQUEST_KINDS = ["refund", "capture", "renewal"] as const;

export type RequestKind = (typeof REQUEST_KINDS)[number];

/** The content of a payment token, a bill or a payment link. */
export interface Terms {
  readonly amount: number;
  readonly currency: string;
  /** Amount and currency as the report prints them. */
  readonly price: string;
  readonly trackingId: string | undefined;
  readonly type: string;
  readonly isTest: boolean;
  /** How long it can be paid after it was placed, in milliseconds. Undefined if it has no end. */
  readonly lifetime?: number | undefined;
  /** The word of the report for the thing that the customer pays. */
  readonly kind: "bill" | "payment link" | "token";
  readonly isReusable: boolean;
}

/** A success in the gateway's book. */
export interface Moved {
  readonly is: "moved";
  readonly uid: string;
  readonly type: string;
  readonly by: "customer" | "shop" | "back office" | "bank";
  readonly amount: number;
  readonly currency?: string | undefined;
  readonly trackingId?: string | undefined;
  readonly isTest?: boolean;
  /** Whether it was paid by card, so that the shop can charge and refund it. */
  readonly isByCard?: boolean;
  /** The uid of the payment, hold or capture that it changes. */
  readonly parent?: string;
  /** Whether the customer paid a token that the shop gave for this order. */
  readonly isShopToken?: boolean;
}

/** A notification, and the answer of the shop. */
interface Notified {
  readonly is: "notified";
  /** `other` is genuine, and the shop may keep it for manual review: no payment, or an amount as text. */
  readonly what: "genuine" | "other" | "forged";
  /** The same id is the same notification. */
  readonly id: string;
  readonly uid?: string | undefined;
  readonly status?: string | null | undefined;
  readonly answer: number | undefined;
}

/** The staff pressed a button, and the shop answered. */
export interface Asked {
  readonly is: "asked";
  readonly kind: RequestKind;
  /** The same id is the same request. Undefined if the function does not read it. */
  readonly request: string | undefined;
  /** In minor units. 0 for a renewal. */
  readonly amount: number;
  /** The uid of the payment in manual review that the staff refunds. */
  readonly of?: string | undefined;
  /** Undefined until the shop answers. */
  isAccepted: boolean | undefined;
  answeredAt?: number;
  /** Whether it was pressed once more in the end, without faults. */
  readonly isAtEnd?: boolean;
  /** Whether it was answered at the end, when the shop could know the result of every earlier call, or was given up. */
  isLast?: boolean;
}

/** The shop sent a refund, a capture or a charge, and the gateway decided. The shop may not have seen it. */
export interface SentCall {
  readonly is: "sent";
  readonly kind: RequestKind;
  readonly amount: number;
  readonly parent?: string | undefined;
  /** The uid of the transaction that the gateway made of it, even if it failed. */
  readonly uid?: string | undefined;
  /** `waits`: for 3-D Secure. */
  readonly result: "made" | "declined" | "refused" | "waits";
}

/** What the functions of the shop returned. */
interface Seen {
  readonly is: "seen";
  readonly fulfillments: number;
  /** The uids of the payments in manual review, or their number. Undefined without this function. */
  readonly inReview: number | readonly string[] | undefined;
}

export interface Canceled {
  readonly is: "canceled";
  readonly isAccepted: boolean | undefined;
  /** How often the order was fulfilled when it was canceled. Undefined if it is not known. */
  readonly fulfillments?: number | undefined;
}

export type OrderEvent =
  | Moved
  | Notified
  | Asked
  | SentCall
  | Seen
  /** The gateway listed payments of the order to the shop. */
  | { readonly is: "listed"; readonly uids: readonly string[] }
  | { readonly is: "hold expired"; readonly uid: string }
  /** The customer went back by `cancel_url`, or the function `cancel` answered. Undefined if a fault hides its answer. */
  | { readonly is: "left"; readonly by: "cancel_url" }
  | Canceled
  /** The shop's clock passed the end of its open orders. */
  | { readonly is: "timed out" }
  | { readonly is: "undeliverable" }
  | { readonly is: "delivered again"; readonly what: string }
  /** Orders of the same moment, above the stock if it could be set. */
  | {
      readonly is: "sold";
      readonly pieces: number;
      readonly left: number;
      readonly stock: number | undefined;
    }
  /** A fault of the gateway, or the end of the shop's process. */
  | { readonly is: "disturbed"; readonly by: string }
  /** Another order exists of which the gateway returns no readable status. */
  | { readonly is: "bad order" };

/** Events with equal steps are of the same moment. `at` is in milliseconds since the story began. */
export type Timed<Event extends OrderEvent = OrderEvent> = Event & {
  readonly step: number;
  readonly at: number;
};

/** An order, and everything that happened to it. */
export interface History {
  readonly id: string;
  readonly terms: Terms;
  /** Whether the shop's staff captures, so that the shop may fulfill a held order before. */
  readonly isCapturedByStaff: boolean;
  readonly events: readonly Timed[];
}
