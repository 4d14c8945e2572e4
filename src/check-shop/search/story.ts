/** What happens at one moment of a story. */
export interface Step {
  /** Names of the moves, which are made at the same moment. */
  readonly moves: readonly string[];
  /** What goes wrong meanwhile when the shop calls the gateway: the name of a fault. */
  readonly fault?: string | undefined;
}

/** What a customer, the gateway and the network do to one order. */
export type Story = readonly Step[];

/** A story as `checkShop({ story })` reads it: `order, pay, deliver + return @503`. */
export const storyText = (story: Story): string =>
  story.map(({ moves, fault }) => moves.join(" + ") + (fault === undefined ? "" : ` @${fault}`)).join(", ");

export const parseStory = (text: string): Story =>
  text.split(",").map((part) => {
    const [moves = "", fault] = part.split("@");
    return { moves: moves.split("+").map((move) => move.trim()), fault: fault?.trim() };
  });

/** Number of moves and faults. */
export const lengthOf = (story: Story): number =>
  story.reduce((sum, { moves, fault }) => sum + moves.length + (fault === undefined ? 0 : 1), 0);

/**
 * The same story with less: only its first step and its last ones, or without one step, one move of a step, or one fault.
 * The first step stays.
 */
export function shorterOnes(story: Story): Story[] {
  const [first, ...rest] = story;
  if (!first) return [];
  const ends = rest.slice(2).map((_, index) => [first, ...rest.slice(index + 2)]);
  const singles = story.flatMap((step, index) => {
    const replaced = (...steps: Step[]): Story => [
      ...story.slice(0, index),
      ...steps,
      ...story.slice(index + 1),
    ];
    const { moves, fault } = step;
    const without = (omitted: number) => moves.filter((_, kept) => kept !== omitted);
    return [
      ...(index > 0 ? [replaced()] : []),
      ...(moves.length > 1 ? moves.map((_, omitted) => replaced({ moves: without(omitted), fault })) : []),
      ...(fault === undefined ? [] : [replaced({ moves })]),
    ];
  });
  return [...ends, ...singles];
}
