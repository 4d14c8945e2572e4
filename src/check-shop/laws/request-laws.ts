/** The laws about what the staff requests, and about holds. */
import { CALLS, REFUNDS, RENEWALS } from "../guides.ts";
import type { RequestKind } from "../history/events.ts";
import { stateOf } from "../history/facts.ts";
import { asks, has, type Law, moves } from "./law.ts";
import { isExplained, openOf, unreviewed } from "./payments.ts";
import { requested } from "./requested.ts";
import { isCaptureUnclear, refundedFromOther, refusedWithoutReason, sentAbove } from "./requests.ts";

const once = <Name extends RequestKind>(name: Name, needs: string, text: string, advice: string) =>
  ({
    ...{ name, text, needs, advice },
    isTried: asks(name),
    lost: "money",
    isAdviceBest: true,
    always: requested(name, false),
    inTheEnd: requested(name, true),
  }) as const satisfies Law;

export const REQUEST_LAWS = [
  once(
    "refund",
    "refund",
    "Each requested refund is made once, with its amount.",
    `Store each refund with its own key before the call. After an unclear answer, search for it first, or send it again with the same key. ${REFUNDS}`,
  ),
  {
    name: "paying",
    text: "A refund is made from the payment that pays the order.",
    isTried: asks("refund"),
    needs: "refund",
    lost: "money",
    advice: `Refund the payment whose uid is stored in the order. Your staff refunds any other payment whole. ${REFUNDS}`,
    isAdviceBest: true,
    inTheEnd: refundedFromOther,
  },
  once(
    "renewal",
    "renew",
    "Each renewal is charged once.",
    `Store each period with its own key, under a unique index, before the charge. After an unclear answer, search for the charge first, or send it again with the same key. ${RENEWALS}`,
  ),
  once(
    "capture",
    "capture",
    "Each requested capture is made once, with its amount.",
    `Store each capture with its own key before the call. After an unclear answer, search for it first, or send it again with the same key. ${REFUNDS}`,
  ),
  {
    name: "held amount",
    text: "A capture is never above the held amount.",
    isTried: moves("authorization"),
    lost: "money",
    advice: `Compare the amount of a capture with what is left of the hold before the call, and refuse it to your staff. ${REFUNDS}`,
    isAdviceBest: true,
    always: sentAbove,
  },
  {
    name: "accepted",
    text: "A refund, capture or renewal is accepted if nothing went wrong before.",
    isTried: has("asked"),
    lost: "the work of the staff",
    advice: `Store the request, send it, and resolve if the gateway made it. ${CALLS}`,
    isAdviceBest: true,
    inTheEnd: refusedWithoutReason,
  },
  {
    name: "hold",
    text: "A hold is captured, voided or in manual review in the end.",
    isTried: moves("authorization"),
    lost: "money",
    advice: `Capture a hold before it expires, or void it. After a declined capture, send another one, or keep the hold for manual review. ${REFUNDS}`,
    isAdviceBest: true,
    inTheEnd: (facts, history) => {
      if (isCaptureUnclear(history)) return undefined;
      const open = openOf(facts).filter(({ held }) => held > 0);
      if (facts.inReview !== undefined) return unreviewed(facts, open) > 0 && stateOf(facts);
      // Without the function, a second hold may be in review, and one whose capture was declined.
      const isOpen = facts.right.every(
        (each) => (open.includes(each) && !isExplained(each, history)) || !each.isKnown,
      );
      return isOpen && facts.right.some((each) => open.includes(each)) && stateOf(facts);
    },
  },
] as const satisfies readonly Law[];
