import { withTimeout } from "../../runtime/with-timeout.ts";
import type { Terms } from "../history/events.ts";
import { type Verdict, WORKS } from "../laws/laws.ts";
import type { Gateway } from "../scenario/gateway.ts";
import { type Step, type Story, storyText } from "../stories/story.ts";
import { answerCalls, type CallRouter } from "./calls.ts";
import { awaitFulfillment, judgeInTheEnd, judgeNow } from "./judge.ts";
import { FAULTS, type Fault } from "./moves/faults.ts";
import { MOVES } from "./moves/moves.ts";
import { type CheckedShop, messageOf, OutOfTime, ShopFunctionError, sleep } from "./shop.ts";
import { canMake, StoryRun } from "./story-run.ts";

/** Everything that the stories of a search share. */
export interface Setup {
  readonly gateway: Gateway;
  readonly shop: CheckedShop;
  readonly calls: CallRouter;
  /** The faults that are tried. */
  readonly faults: readonly Fault[];
  /** Pages of the shop, and whether one of them ever answered. */
  readonly pages: Map<string, boolean>;
  /** The terms of the first order. Undefined before it is placed. */
  terms: Terms | undefined;
  readonly count: { stories: number; moves: number; orders: number };
  /** The stories that are played now, until their current step. */
  readonly playing: Set<PlayedStep[]>;
  /** Number of stories that the end of the budget cut off. */
  cutOff: number;
}

/** A story that was played, without the moves that were not possible. */
export interface Played {
  readonly story: Story;
  /** A line for each step, with its answers. */
  readonly lines: readonly string[];
  readonly verdict: Verdict | undefined;
  /** The other stories that were played at that time. */
  readonly meanwhile: readonly string[];
  /** Judges its orders again. @param waitTime How long the shop may take, in milliseconds. Default: only what cannot get right. */
  judgeAgain(waitTime?: number): Promise<Verdict | undefined>;
}

interface PlayedStep {
  readonly step: Step;
  readonly line: string;
}

/** Milliseconds between two looks whether the shop has called the gateway. */
const INTERVAL = 10;

/** Moves whose calls may contain no known id, so that they could belong to any story. */
const ANONYMOUS = ["order", "renew"];

/** Prints a move that another move of the same moment made impossible, such as a second payment of a token. */
const toLine = (error: unknown): string => {
  if (error instanceof Error && error.name === "NotPayableError") return error.message;
  throw error;
};

/** Plays a step: its moves at the same moment. @returns undefined if no move was possible. @throws ShopFunctionError */
async function playStep(setup: Setup, run: StoryRun, step: Step): Promise<PlayedStep | undefined> {
  const { calls, count, shop } = setup;
  const names = step.moves.filter((name) => {
    const move = MOVES.get(name);
    return move !== undefined && canMake(move, run);
  });
  const moves = names.flatMap((name) => MOVES.get(name) ?? []);
  if (moves.length === 0) return undefined;
  const fault = FAULTS.find(({ name }) => name === step.fault);
  run.isAlone =
    moves.some(({ stopsShop }) => stopsShop) ||
    (fault !== undefined && names.some((name) => ANONYMOUS.includes(name)));
  if (fault) run.disturb(fault.name);
  else if (run.isAlone) run.disturb("restart");
  const answers = answerCalls(run, fault);
  const makeMoves = async (): Promise<string[]> => {
    const lines = await Promise.all(moves.map(({ play }) => play(run).catch(toLine)));
    // A shop with a queue calls later.
    const end = performance.now() + shop.quietTime;
    while (fault && answers.count.calls === 0 && performance.now() < end) await sleep(INTERVAL);
    return lines;
  };
  const task = () => calls.during(answers, makeMoves);
  const lines = await (run.isAlone ? shop.alone(task) : shop.sideBySide(task));
  count.moves += moves.length;
  const wasCalled = answers.count.calls > 0;
  const text = lines.filter((line) => line !== "").join(" and, at the same moment, ");
  return wasCalled && fault
    ? { step: { moves: names, fault: fault.name }, line: `${text}, while ${fault.text}` }
    : { step: { moves: names }, line: text };
}

/** Places the order. If that fails while the gateway does, the customer tries again. @throws ShopFunctionError */
async function begin(setup: Setup, run: StoryRun, first: Step): Promise<PlayedStep | undefined> {
  const placeOrder = () => playStep(setup, run, { moves: ["order"] });
  try {
    return (await playStep(setup, run, first)) ?? (await placeOrder());
  } catch (error) {
    const fault = FAULTS.find(({ name }) => name === first.fault);
    if (!fault) throw error;
    const again = await placeOrder();
    return (
      again && { step: first, line: `${messageOf(error)}, while ${fault.text}. Tried again: ${again.line}` }
    );
  }
}

/** Closes open tokens, so that the shop's job does not ask for them in other stories. */
async function close({ gateway, shop }: Setup, { orders }: StoryRun): Promise<void> {
  for (const { token, tokens, unsent, terms } of orders) {
    for (const each of tokens) await gateway.expire(each);
    const type = terms.kind === "bill" ? "transaction" : "checkout";
    const expiry = unsent.findLast((each) => each.token === token && each.type === type);
    if (expiry) await shop.sideBySide(() => gateway.deliver(expiry));
  }
}

const storyOf = (played: readonly PlayedStep[]): Story => played.map(({ step }) => step);

/** Plays a story on its own order, and judges it. @param waitTime How long the shop may take in the end, in milliseconds. */
async function play(setup: Setup, story: Story, waitTime: number, played: PlayedStep[]): Promise<Played> {
  const { gateway, shop, pages, calls, count, playing } = setup;
  const run = new StoryRun(gateway, shop, pages);
  const inTheEnd = (timeout: number) =>
    calls.during(answerCalls(run, undefined), () => judgeInTheEnd(run, timeout));
  const resultOf = (verdict: Verdict | undefined): Played => ({
    story: storyOf(played),
    lines: [...played.map(({ line }) => line), ...run.ending],
    verdict,
    meanwhile: [...playing].filter((each) => each !== played).map((each) => storyText(storyOf(each))),
    judgeAgain: (timeout) => (timeout === undefined ? judgeNow(run) : inTheEnd(timeout)),
  });
  try {
    const [start = { moves: ["order"] }, ...steps] = story;
    const first = await begin(setup, run, start);
    if (first) played.push(first);
    for (const step of steps) {
      run.step += 1;
      const result = await playStep(setup, run, step);
      if (!result) continue;
      played.push(result);
      const verdict = await judgeNow(run);
      if (verdict) return resultOf(verdict);
      await awaitFulfillment(run);
    }
    const verdict = await inTheEnd(waitTime);
    if (!verdict) await close(setup, run);
    return resultOf(verdict);
  } catch (error) {
    if (!(error instanceof ShopFunctionError)) throw error;
    return resultOf({ law: WORKS, observed: error.message, isFinal: true });
  } finally {
    count.orders += run.orders.length;
    setup.terms ??= run.orders[0]?.terms;
  }
}

/** Longer than any budget, because a timer cannot wait without end. */
const LONGEST = 2 ** 31 - 1;

/** Plays a story until the budget ends. @returns undefined if the story was cut off. */
export async function playStory(setup: Setup, story: Story, waitTime: number): Promise<Played | undefined> {
  const { count, playing, shop } = setup;
  const played: PlayedStep[] = [];
  count.stories += 1;
  playing.add(played);
  const task = play(setup, story, waitTime, played).catch((error: unknown) => {
    if (error instanceof OutOfTime) return undefined;
    throw error;
  });
  const result = await withTimeout<Played | undefined>(
    task,
    Math.min(shop.timeLeft, LONGEST),
    () => undefined,
  ).finally(() => playing.delete(played));
  if (!result) setup.cutOff += 1;
  return result;
}
