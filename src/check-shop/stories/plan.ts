/** All stories of a run, before the first one is played. Nothing here depends on what happens. */
import { expand, knownStories, LAST, type MoveGroups, RACE } from "./known-stories.ts";
import { parseStory, type Step, type Story, storyText } from "./story.ts";

/** The part of a move that a plan reads. */
export interface PlannedMove {
  /** How often it is in generated stories, compared with other moves. */
  readonly weight: number;
  /** The function of the shop without which it cannot be made. */
  readonly needs?: string;
  /** Whether it makes the same request twice, so that the function must read the request's id. */
  readonly isRepeated?: true;
  /** Whether it is possible only if the shop holds amounts. */
  readonly isOfHold?: true;
  /** Whether no step of another story may be played between the steps of its story. */
  readonly needsShop?: true;
}

/** Everything that can be in a story. */
export interface Vocabulary {
  readonly moves: ReadonlyMap<string, PlannedMove>;
  readonly faults: ReadonlyMap<string, { readonly weight?: number }>;
  readonly groups: MoveGroups;
}

/** Everything that decides which stories are played with a shop. */
export interface ShopFacts extends Vocabulary {
  readonly functions: ReadonlySet<string>;
  /** The functions that read the id of a request. */
  readonly readers: ReadonlySet<string>;
  /** `payment` or `authorization`. */
  readonly type: string;
}

const possibleMoves = ({ functions, readers, type, moves }: ShopFacts): Map<string, PlannedMove> =>
  new Map(
    [...moves].filter(([, { needs, isRepeated, isOfHold }]) => {
      const names = isRepeated ? readers : functions;
      return (needs === undefined || names.has(needs)) && (!isOfHold || type === "authorization");
    }),
  );

/** Takes one item of each list in turn. */
function inTurn<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

/** A story without the moves that are not possible for this shop. Empty if a fault or a kill would hit nothing. */
function withoutImpossible(story: Story, possible: ReadonlyMap<string, PlannedMove>): Story {
  const isPossible = (name: string): boolean => possible.has(name);
  const isInVain = ({ moves, fault }: Step): boolean =>
    (moves.length > 1 || fault !== undefined) && !moves.every(isPossible);
  if (story.some(isInVain)) return [];
  return story.filter(({ moves, variant }) => variant !== undefined || moves.every(isPossible));
}

/** The known stories that differ for this shop, one of each law in turn. */
export function firstStories(facts: ShopFacts): Story[] {
  const possible = possibleMoves(facts);
  const isTried = ({ fault }: Step): boolean => fault === undefined || facts.faults.has(fault);
  const seen = new Set<string>();
  const { hold, ...others } = knownStories(facts.groups);
  const laws = Object.values(facts.type === "authorization" ? { ...others, hold } : others);
  return [...inTurn(laws.map((stories) => stories.flatMap(expand))), LAST].flatMap((known) => {
    const story = withoutImpossible(parseStory(known), possible);
    const text = storyText(story);
    const isShort = story.filter(({ variant }) => variant === undefined).length < 2;
    if (isShort || !story.every(isTried) || (seen.has(text) && text !== RACE)) return [];
    seen.add(text);
    return [story];
  });
}

/** Creates a function that returns numbers from 0 to 1 (mulberry32). */
export const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Picks a name in proportion to the weights. @param random From 0 to 1. */
function pick(items: ReadonlyMap<string, { readonly weight?: number }>, random: number): string {
  const weights = Array.from(items, ([name, { weight = 1 }]) => ({ name, weight }));
  let left = random * weights.reduce((sum, { weight }) => sum + weight, 0);
  const found = weights.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return found?.name ?? "";
}

/** Bounds of the number of steps after the order is placed. */
const [MIN_STEPS, MAX_STEPS] = [3, 9];

/** Probability of two moves at the same moment, of a fault, and of a fault while an order is placed, which stops all other stories. */
const [TOGETHER, FAULTY, FAULTY_ORDER] = [0.2, 0.3, 0.05];

/** Probability that the gateway answers something differently in a story. */
const VARIED = 0.3;

/** How many moves a step has in reserve. About half of them are possible at a moment, so that most steps have one. */
const RESERVE = 8;

/** A story for a shop with these functions. Each step draws as many random numbers as any other. */
function generated(facts: ShopFacts, seed: number): Story {
  const random = createRandom(seed);
  const length = MIN_STEPS + Math.floor(random() * (MAX_STEPS - MIN_STEPS + 1));
  const sometimes = (probability: number, items: ReadonlyMap<string, { weight?: number }>) => {
    const [isDrawn, which] = [random() < probability, random()];
    return isDrawn ? pick(items, which) : undefined;
  };
  const all = possibleMoves(facts);
  // A move in reserve is seldom made, and other stories would wait for it.
  const others = new Map([...all].filter(([, { needsShop }]) => !needsShop));
  const first = { moves: ["order"], fault: sometimes(FAULTY_ORDER, facts.faults) };
  const steps = Array.from({ length }, (): Step => {
    const count = random() < TOGETHER ? 2 : 1;
    const names = Array.from({ length: 2 + RESERVE }, (_, index) =>
      pick(index < count ? all : others, random()),
    );
    const fault = sometimes(FAULTY, facts.faults);
    return { moves: names.slice(0, count), fault, instead: names.slice(count) };
  });
  const variant = sometimes(VARIED, new Map(facts.groups.variants.map((name) => [name, {}])));
  return [first, ...(variant === undefined ? [] : [{ moves: [], variant }]), ...steps];
}

/** The stories after the first ones. The same seed makes the same stories. */
export function* generatedStories(facts: ShopFacts, seed: number, count: number): Generator<Story> {
  for (let index = 0; index < count; index += 1) yield generated(facts, Math.imul(seed, 0x9e3779b1) + index);
}
