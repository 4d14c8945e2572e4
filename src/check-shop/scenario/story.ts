/** One moment of a story. */
export interface Step {
  /** Names of the moves, which are made at the same moment. */
  readonly moves: readonly string[];
  /** Name of the fault that happens if the shop calls the gateway meanwhile. */
  readonly fault?: string | undefined;
}

/** The actions of customer, gateway, network and staff on one order. */
export type Story = readonly Step[];

/** A story as `checkShop({ story })` reads it: `order, pay, deliver + return @503`. */
export const storyText = (story: Story): string =>
  story.map(({ moves, fault }) => moves.join(" + ") + (fault === undefined ? "" : ` @${fault}`)).join(", ");

export const parseStory = (text: string): Story =>
  text.split(",").map((part) => {
    const [moves = "", fault] = part.split("@");
    return { moves: moves.split("+").map((move) => move.trim()), fault: fault?.trim() };
  });
