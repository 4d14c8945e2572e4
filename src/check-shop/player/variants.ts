/** The variants of the gateway that are tried. */
import { factOf, VARIANTS } from "../gateway/variants.ts";
import { CALLS, JOB, REFUNDS } from "../guides.ts";
import type { Story } from "../stories/story.ts";

type Fact = NonNullable<ReturnType<typeof factOf>>;

const ASK = `Ask for a token until its order is paid, or until the order's own time is over, whatever the status of the token is. ${JOB}`;

/** What to change. Facts without advice are not tried, because they change nothing for a shop, or no right shop can serve their variants. */
const ADVICE: Readonly<Partial<Record<Fact, string>>> = {
  freshToken: ASK,
  declinedToken: ASK,
  lookUp: `A search may not find a request of the last seconds. Wait two minutes before you send a request again. ${CALLS}`,
  duplicate: `A declined request may repeat an earlier one. Search for the earlier one before you count it as declined. ${REFUNDS}`,
};

/** The variants that a right shop can serve, without the defaults. */
export const TRIED_VARIANTS: readonly string[] = [...VARIANTS.keys()].filter((name, index, names) => {
  const fact = factOf(name);
  const isDefault = factOf(names[index - 1] ?? "") !== fact;
  return fact && ADVICE[fact] !== undefined && !isDefault;
});

/** The advice of the last variant of a story, without which the law holds. */
export const adviceOfVariant = (story: Story): string | undefined => {
  const fact = factOf(story.findLast(({ variant }) => variant !== undefined)?.variant ?? "");
  return fact && ADVICE[fact] && `Gateways differ in this. ${ADVICE[fact]}`;
};
