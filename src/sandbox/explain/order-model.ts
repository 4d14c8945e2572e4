/** What the page of an order, its JSON, the terminal and the search print. */
import * as z from "zod/mini";
import { FOLLOW_UPS } from "../../api/transactions/transaction-type.ts";
import type { Tone } from "../gateway/payments/states.ts";

const TONES = ["good", "bad", "wait", "info", "quiet"] as const satisfies readonly Tone[];

const tone = z.enum(TONES);
const minorUnits = z.number();
const isoTime = z.string();

/** A part of a sentence, which is a text, a time that each reader formats in its zone, or a link. */
const phrase = z.union([
  z.string(),
  z.object({ at: isoTime }),
  z.object({ text: z.string(), to: z.string() }),
]);

/** The actions that a developer is offered. Each is an action of the control API. */
const NEXT = ["pay", "complete", ...FOLLOW_UPS, "notify-again", "create-again", "expire"] as const;

/** The part of an order that lists print. */
export const listedOrder = z.object({
  /** The payment token, or the uid of an order without one. */
  token: z.string(),
  /** The last attempt. */
  uid: z.nullable(z.string()),
  /** The shop's id of the order. */
  trackingId: z.nullable(z.string()),
  /** The id for commands, which is the tracking id if it names only this order, otherwise the token. */
  id: z.string(),
  /** The name of the product, the tracking id, the description, or the token. */
  name: z.string(),
  /** Shown to the customer. */
  description: z.string(),
  /** The name of the customer, or the email address. */
  customer: z.string(),
  /** The payment method, such as `Visa …0000`. Empty before the first attempt. */
  method: z.string(),
  createdAt: isoTime,
  money: z.object({
    /** Minor units, as in the order. */
    amount: z.nullable(minorUnits),
    /** ISO 4217 alpha-3. */
    currency: z.nullable(z.string()),
    held: minorUnits,
    /** The amounts that the customer paid, and the captured amounts of a hold. */
    taken: minorUnits,
    voided: minorUnits,
    /** What the shop refunded. */
    refunded: minorUnits,
    /** What the bank took back. */
    chargedBack: minorUnits,
    kept: minorUnits,
  }),
  /** The state as a code for scripts, such as `part-refunded`. Also a filter of the list. */
  kind: z.string(),
  /** The state on the dashboard, such as `Paid`. */
  outcome: z.string(),
  /** How the dashboard shows the state. */
  tone,
  notification: z.object({
    /** The state, such as `delivered`. */
    state: z.string(),
    /** The same state, or why the notification failed, such as `500` or `timeout`. */
    reason: z.string(),
    /** The same for people, such as `Not delivered: 500`. */
    text: z.string(),
    tone,
  }),
});

/** Everything about an order. */
export const orderView = z.extend(listedOrder, {
  /** Why the shop did or did not mark the order as paid. The first line names the last thing that happened. */
  says: z.array(z.object({ tone, text: z.array(phrase) })),
  /** What a developer can do now, with the parameters of the action. */
  next: z.array(
    z.object({ action: z.enum(NEXT), label: z.string(), params: z.record(z.string(), z.string()) }),
  ),
  transactions: z.array(
    z.object({
      uid: z.string(),
      type: z.string(),
      /** The type, with a number if the order has several transactions of the type. */
      name: z.string(),
      state: z.string(),
      tone,
      amount: minorUnits,
      /** The transaction that it follows. */
      parent: z.nullable(z.string()),
      /** What is left to capture, void, refund or charge back. Zero if this is not possible. */
      left: minorUnits,
    }),
  ),
  /** What happened, oldest first. */
  events: z.array(
    z.object({
      id: z.string(),
      at: isoTime,
      title: z.string(),
      tone,
      /** The reason, or other details. */
      text: z.string(),
      /** The API call, the transaction or the notification. */
      call: z.optional(z.string()),
      uid: z.optional(z.string()),
      delivery: z.optional(z.string()),
    }),
  ),
  /** The other orders with this tracking id. */
  others: z.array(z.object({ token: z.string(), outcome: z.string(), tone })),
});

/** Why the control API did not do what it was asked. */
export const refusalAnswer = z.object({
  code: z.string(),
  message: z.string(),
  field: z.optional(z.string()),
  /** The orders to choose from. */
  orders: z.optional(z.array(listedOrder)),
});

export interface ListedOrder extends Readonly<z.infer<typeof listedOrder>> {}

/** An order, with its state, what happened, and what can be done next. */
export interface OrderView extends Readonly<z.infer<typeof orderView>> {}

export type RefusalAnswer = z.infer<typeof refusalAnswer>;

export type Phrase = z.infer<typeof phrase>;

/** Returns a part of a sentence as text. @param timeText Formats a time. Default: ISO 8601. */
export const phraseText = (part: Phrase, timeText = (at: string): string => at): string => {
  if (typeof part === "string") return part;
  return "at" in part ? timeText(part.at) : part.text;
};

export type Line = OrderView["says"][number];

export type NextStep = OrderView["next"][number];

export type Event = OrderView["events"][number];
