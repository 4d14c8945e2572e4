/** The variants of the gateway that are tried. */
import { VARIANTS } from "../gateway/variants.ts";
import type { PlayedGateway } from "../gateway/watched-gateway.ts";
import { CALLS, JOB, LINKS, PAGE, REFUNDS } from "../guides.ts";
import type { Story } from "../stories/story.ts";

const ASK = `Ask for a token until its order is paid, or until the order's own time is over, whatever the status of the token is. ${JOB}`;

/** What to change. Facts without advice are not tried, because a shop with the SDK cannot serve all of their variants. */
const ADVICE: Readonly<Partial<Record<keyof PlayedGateway["variants"], string>>> = {
  freshToken: ASK,
  declinedToken: ASK,
  followUp: `A capture or a refund may be pending at first, so it is neither made nor declined. Do not send it again, and ask for its result until it is final. ${CALLS}`,
  lookUp: `A search may not find a request of the last seconds. Wait two minutes before you send a request again. ${CALLS}`,
  duplicate: `A declined request may repeat an earlier one. Search for the earlier one before you count it as declined. ${REFUNDS}`,
  productNotice: `The notification of a link may contain only its product and the uid of its last transaction. Request this transaction. ${LINKS}`,
  page: `Send the customer to any redirect_url of the gateway, and store the token of the response. ${PAGE}`,
};

/** The variants that a right shop can serve, without the defaults. */
export const TRIED_VARIANTS: readonly string[] = [...VARIANTS].flatMap(([name, { fact, isDefault }]) =>
  ADVICE[fact] === undefined || isDefault ? [] : name,
);

/** The advice of the last variant of a story, without which the law holds. */
export function adviceOfVariant(story: Story): string | undefined {
  const last = VARIANTS.get(story.findLast(({ variant }) => variant !== undefined)?.variant ?? "");
  const advice = last && ADVICE[last.fact];
  return advice && `At some gateways, ${last.text}. ${advice}`;
}
