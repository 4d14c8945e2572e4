import * as z from "zod/mini";
import { FOLLOW_UPS, type FollowUpType } from "../../api/transactions/transaction-type.ts";
import { LONGEST_TIMER, namesOf } from "../../shared/values.ts";
import { nameOfDisturbance } from "../explain/notification-state.ts";
import { nextText } from "../explain/sentence.ts";
import { declineText } from "../gateway/cards/test-cards.ts";
import { DISTURBANCES } from "../gateway/orders/order.ts";
import { ENDING_NAMES } from "../gateway/payments/transactions.ts";
import { type Action, define, sayCreated, sayNotified, sayOrder } from "./action.ts";
import { notifyAgain, notifyAgainParams } from "./notifications.ts";
import { createAgain, createOrder, createSample, newOrder } from "./orders.ts";
import { flag, integer, oneOf, record, text, uidOfPayment } from "./parameters.ts";
import { completePayment, expire, followUp, followUpParams, payOrder } from "./payments.ts";
import { cancelPlan, clear, declineFor, planCalls, planPayments } from "./plans.ts";

const times = z.optional(integer("an integer, 1 or more", 1));

const following = (type: FollowUpType) =>
  define({
    schema: followUpParams,
    run: (gateway, params) => followUp(gateway, { ...params, type }),
    says: sayOrder,
  });

/** The actions by their paths below `/sandbox/api/`, each with its parameters, its function and its result in words. */
export const ACTIONS = {
  /** Pays a token, a product or an order in place of the customer. Completes a payment that waits. */
  pay: define({
    schema: z.strictObject({
      order: text,
      card: z.optional(text),
      method: z.optional(text),
      outcome: z.optional(text),
      holder: z.optional(text),
      saveCard: z.optional(flag),
      customer: z.optional(record),
      customFields: z.optional(z.record(z.string(), z.string())),
    }),
    run: payOrder,
    says: sayOrder,
  }),
  complete: define({
    schema: z.strictObject({ uid: uidOfPayment, outcome: oneOf(ENDING_NAMES) }),
    run: completePayment,
    says: sayOrder,
  }),
  capture: following("capture"),
  void: following("void"),
  refund: following("refund"),
  chargeback: following("chargeback"),
  /** Does the same, for a form with a button for each type. */
  "follow-up": define({
    schema: z.extend(followUpParams, { type: oneOf(FOLLOW_UPS) }),
    run: followUp,
    says: sayOrder,
  }),
  expire: define({
    schema: z.strictObject({ order: text }),
    run: (gateway, { order }) => expire(gateway, order),
    says: sayOrder,
  }),
  "notify-again": define({
    schema: notifyAgainParams,
    run: notifyAgain,
    says: sayNotified,
  }),
  "create-order": define({
    schema: newOrder,
    run: (gateway, params, origin) => ({ order: createOrder(gateway, params, origin) }),
    says: sayCreated,
  }),
  "create-again": define({
    schema: z.strictObject({ order: text }),
    run: (gateway, { order }, origin) => ({ order: createAgain(gateway, order, origin) }),
    says: (gateway, result) => ({ ...sayCreated(gateway, result), message: "Created the order again." }),
  }),
  "create-product": define({
    schema: z.strictObject({}),
    run: createSample,
    says: () => ({ message: "Created a product with a payment link.", tone: "good" }),
  }),
  "plan-calls": define({
    schema: z.strictObject({
      status: integer("an integer from 400 to 599", 400, 599),
      times,
      headers: z.optional(z.record(z.string(), z.string())),
      body: z.optional(z.unknown()),
      retryAfter: z.optional(integer("an integer of seconds")),
    }),
    run: planCalls,
    says: (_, _result, { status, times: count = 1 }) => ({
      message: `The ${nextText(count, "call")} will be answered ${status}.`,
    }),
  }),
  "plan-notifications": define({
    schema: z.strictObject({
      notification: oneOf(DISTURBANCES),
      times,
      delayMs: z.optional(integer(`an integer of milliseconds, 0 to ${LONGEST_TIMER}`, 0, LONGEST_TIMER)),
    }),
    run: ({ disturbances }, params) => disturbances.add(params),
    says: (_, _result, { notification, times: count = 1 }) => ({
      message: `Planned for the ${nextText(count, "notification")}: ${nameOfDisturbance(notification)}.`,
    }),
  }),
  "plan-payments": define({
    schema: z.strictObject({ reason: z.optional(text), times }),
    run: planPayments,
    says: (_, _result, { reason, times: count = 1 }) => ({
      message: `The ${nextText(count, "payment")} will be declined: ${declineText(declineFor(reason))}.`,
    }),
  }),
  "cancel-plan": define({
    schema: z.strictObject({ id: z.optional(integer("an integer from 0")) }),
    run: (gateway, { id }) => cancelPlan(gateway, id),
    says: (_, _result, { id }) => ({
      message: id === undefined ? "All plans are canceled." : "The plan is canceled.",
    }),
  }),
  clear: define({
    schema: z.strictObject({}),
    run: clear,
    says: () => ({ message: "Everything is cleared.", to: "/" }),
  }),
} satisfies Readonly<Record<string, Action>>;

/** The name of an action, as in the control API. */
export type ActionName = keyof typeof ACTIONS;

/** The parameters of each action. */
export type ActionParams = { readonly [Name in ActionName]: z.input<(typeof ACTIONS)[Name]["schema"]> };

export const ACTION_NAMES: readonly ActionName[] = namesOf(ACTIONS);
