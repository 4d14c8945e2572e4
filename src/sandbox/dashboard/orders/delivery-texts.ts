import { formatAmount } from "../../format-amount.ts";
import { parseJson } from "../../gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../gateway/input/section.ts";
import { isPostedOnce } from "../../gateway/plans/disturbances.ts";
import type { Delivery, Disturbance } from "../../gateway/records/delivery.ts";
import { wordOf } from "./outcome-of.ts";

/** `2026-11-20 21:46:07`; the page says that times are UTC. */
export const timeText = (at: string): string => at.slice(0, 19).replace("T", " ");

export const nameOfDisturbance = (disturbance: Disturbance): string => disturbance.replace("_", " ");

/** What is wrong with a notification; undefined where it is right. */
export const disturbanceText = (disturbance: Disturbance | undefined): string | undefined => {
  if (disturbance === undefined || disturbance === "lost" || !isPostedOnce(disturbance)) return undefined;
  return disturbance === "test" ? "the mark of a test" : `a ${nameOfDisturbance(disturbance)}`;
};

/** What a delivery tells the shop: `paid`, `declined`, `refund €12.00`. */
export const tellsOf = ({ type, body }: Delivery): string => {
  if (type !== "transaction") return type === "checkout" ? "expired" : "payout verification";
  const told = sectionOf(sectionOf(parseJson(body))["transaction"]);
  const kind = textOf(told["type"]);
  const word = wordOf({ uid: "", type: kind, status: textOf(told["status"]) }).toLowerCase();
  if (!told["parent_uid"]) return word;
  const followUp = `${kind} ${formatAmount(told["amount"], told["currency"], "en")}`;
  return told["status"] === "successful" ? followUp : `${followUp} ${word}`;
};

/** Whether nobody listens at an address. */
export const isConnectionRefused = (error: string): boolean => /refused/i.test(error);

/** The last answer in a sentence without its full stop: `The shop answered 500`. */
export const answerText = ({ answers, attempts, url }: Delivery): string => {
  const { status, error } = answers.at(-1) ?? {};
  if (answers.length < attempts || (status === undefined && error === undefined))
    return "The shop has not answered yet";
  if (status !== undefined) return `The shop answered ${status}`;
  if (isConnectionRefused(error ?? "")) return `Nothing listens at ${url}`;
  return `The shop did not answer (${error})`;
};
