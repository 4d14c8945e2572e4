import { nameOfDisturbance } from "../../explain/notification-state.ts";
import { nextText } from "../../explain/sentence.ts";
import { declineText } from "../../gateway/cards/test-cards.ts";
import type { Gateway } from "../../gateway/gateway.ts";
import { DISTURBANCES } from "../../gateway/orders/delivery.ts";
import { clearStore } from "../../gateway/orders/store.ts";
import { DECLINES } from "../../gateway/plans/declines.ts";
import { planDisturbance } from "../../gateway/plans/disturbances.ts";
import { planFailure } from "../../gateway/plans/failures.ts";
import type { Plan } from "../../gateway/plans/plan.ts";
import { type Caller, type Done, type Form, fieldOf, Refused } from "./form.ts";
import {
  complete,
  createAgain,
  expire,
  followUp,
  newOrder,
  pay,
  sendFailedAgain,
  sendLoaded,
  sendOneAgain,
} from "./order-actions.ts";

const timesOf = (form: Form): number => Number(fieldOf(form, "times") ?? 1);

const fail = ({ failures }: Gateway, form: Form): Done => {
  const wait = fieldOf(form, "retry_after");
  if (wait !== undefined && !/^\d{1,9}$/.test(wait)) throw new Refused("Retry-After must be whole seconds.");
  const status = Number(fieldOf(form, "status"));
  const times = timesOf(form);
  const headers = wait === undefined ? {} : { "retry-after": wait };
  planFailure(failures, { status, times, headers });
  return { message: `The ${nextText(times, "call")} will be answered ${status}.` };
};

const disturb = ({ disturbances }: Gateway, form: Form): Done => {
  const notification = DISTURBANCES.find((known) => known === fieldOf(form, "notification"));
  if (!notification) throw new Refused("There is no such disturbance.");
  const delay = fieldOf(form, "delay");
  const delayMs = delay === undefined ? undefined : Number(delay);
  const times = timesOf(form);
  planDisturbance(disturbances, { notification, times, delayMs });
  return {
    message: `Planned for the ${nextText(times, "notification")}: ${nameOfDisturbance(notification)}.`,
  };
};

const decline = ({ declines }: Gateway, form: Form): Done => {
  const number = Number(fieldOf(form, "reason") ?? 0);
  if (!Number.isInteger(number) || number < 0 || number >= DECLINES.length)
    throw new Refused("There is no such reason.");
  const reason = DECLINES[number];
  const times = timesOf(form);
  declines.add("decline", { decline: reason, times });
  return { message: `The ${nextText(times, "payment")} will be declined: ${declineText(reason)}.` };
};

const clear = ({ store, journal, failures, disturbances, declines, loaded }: Gateway): Done => {
  clearStore(store);
  journal.clear();
  for (const plan of [failures, disturbances, declines]) plan.cancel();
  loaded.deliveries.clear();
  return { message: "Everything is cleared.", to: "/" };
};

/** Cancels the plan of the form, or all plans if the form has none. */
const canceling =
  (planOf: (gateway: Gateway) => Pick<Plan<object>, "cancel" | "cancelOne">, message: string): Action =>
  (gateway, form) => {
    const id = fieldOf(form, "plan");
    if (id === undefined) {
      planOf(gateway).cancel();
      return { message };
    }
    if (!planOf(gateway).cancelOne(Number(id))) throw new Refused("This plan has already ended.");
    return { message: "The plan is canceled." };
  };

/** The action of a form. Throws errors that `refusalOf` can explain. */
export type Action = (gateway: Gateway, form: Form, caller: Caller) => Promise<Done> | Done;

/** The actions by their paths below `/sandbox/`. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  pay,
  expire,
  complete,
  fail,
  "fail/cancel": canceling(({ failures }) => failures, "No call will fail."),
  disturb,
  "disturb/cancel": canceling(({ disturbances }) => disturbances, "No notification will be disturbed."),
  decline,
  "decline/cancel": canceling(({ declines }) => declines, "No payment will be declined."),
  "follow-up": followUp,
  redeliver: sendOneAgain,
  "redeliver-failed": sendFailedAgain,
  "send-loaded": sendLoaded,
  "create-again": createAgain,
  "new-order": newOrder,
  clear,
};
