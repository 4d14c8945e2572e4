import { didYouMean } from "../../shared/nearest-name.ts";

/** One moment of a story. */
export interface Step {
  /** Names of the moves, which are made at the same moment. */
  readonly moves: readonly string[];
  /** Name of the fault that happens if the shop calls the gateway meanwhile. */
  readonly fault?: string | undefined;
  /** A change of the gateway from here on, such as `freshToken=pending`. The step then has no moves. */
  readonly variant?: string | undefined;
  /** Moves in reserve. The first possible ones are made in place of moves that are not possible. */
  readonly instead?: readonly string[];
}

/** The actions of customer, gateway, network and staff on one order. */
export type Story = readonly Step[];

/** The simplest story. If it breaks a law, the other stories show nothing more. */
export const PAID = "order, pay, deliver";

/** A story as `checkShop({ story })` reads it: `order, pay, deliver + return @503`. */
export const storyText = (story: Story): string =>
  story
    .map(
      ({ moves, fault, variant = moves.join(" + ") }) => variant + (fault === undefined ? "" : ` @${fault}`),
    )
    .join(", ");

export const parseStory = (text: string): Story =>
  text.split(",").map((part): Step => {
    if (part.includes("=")) return { moves: [], variant: part.trim() };
    const [moves = "", fault] = part.split("@");
    return { moves: moves.split("+").map((move) => move.trim()), fault: fault?.trim() };
  });

/** Whether a story has all steps of another one, in their order. */
export function contains(story: Story, other: Story): boolean {
  const left = [...other];
  for (const { moves, fault, variant } of story) {
    const [next] = left;
    const isNext = next?.variant === variant && next?.moves.every((name) => moves.includes(name));
    if (isNext && (next?.fault === undefined || next.fault === fault)) left.shift();
  }
  return left.length === 0;
}

/** @throws RangeError that suggests a name which is close. */
function check(what: string, name: string | undefined, names: readonly string[]): void {
  if (name === undefined || names.includes(name)) return;
  const hint = didYouMean(name, names, (nearest) => `"${nearest}"`);
  throw new RangeError(`checkShop: there is no ${what} "${name}"${hint && `. ${hint}`}`);
}

/** Reads the text of a story that has only these moves, faults and variants. @throws RangeError */
export function readStory(
  text: string,
  names: Readonly<Record<"moves" | "faults" | "variants", readonly string[]>>,
): Story {
  const story = parseStory(text);
  for (const { moves, fault, variant } of story) {
    for (const name of moves) check("move", name, names.moves);
    check("fault", fault, names.faults);
    check("variant", variant, names.variants);
  }
  return story;
}
