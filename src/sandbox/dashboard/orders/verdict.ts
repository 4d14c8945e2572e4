import type { Gateway } from "../../gateway/gateway.ts";
import { kindOf } from "./kind-of.ts";
import { ORDER_KINDS, sentenceOf } from "./order-kinds.ts";
import type { Order } from "./orders.ts";
import type { Tone } from "./outcome-of.ts";
import type { Sentence } from "./sentence.ts";
import { TOLD_STATES, type ToldState, toldOf } from "./told.ts";
import { toldText } from "./told-text.ts";

/** Why a shop did or did not mark an order as paid, and what to do. */
export interface Verdict {
  readonly tone: Tone;
  readonly sentence: Sentence;
}

/** A shop that has to know and was told nothing may be right: it may ask for the status. */
const toneOf = (state: ToldState): Tone => (state === "no notification_url" ? "wait" : TOLD_STATES[state]);

/** Answers "Why did my shop not mark this order as paid?", and says what to do. */
export const verdictOf = (order: Order, gateway: Gateway): Verdict => {
  const name = kindOf(order, gateway);
  const { tone, told } = ORDER_KINDS[name];
  const sentence = sentenceOf(name, order, gateway);
  const state = toldOf(order);
  const isMissed = state !== "delivered" && state !== "nothing to deliver";
  const isToldPart = told === "always" || (told === "if not" && isMissed);
  return {
    tone: told === "always" ? toneOf(state) : tone,
    sentence: isToldPart ? [...sentence, " ", ...toldText(order, gateway)] : sentence,
  };
};
