import { messageOf } from "../../shared/values.ts";
import type { PlayedGateway } from "../gateway/watched-gateway.ts";
import type { History, Terms } from "../history/events.ts";
import type { Verdict } from "../laws/law.ts";
import { DIFFERENT_IDS } from "../laws/laws.ts";
import { parseStory, type Step, type Story, storyText } from "../stories/story.ts";
import type { CallRouter, SeenCall } from "./calls.ts";
import { awaitFulfillment, judge, judgeInTheEnd } from "./judge.ts";
import { canMake, type Move } from "./move.ts";
import type { Fault } from "./moves/faults.ts";
import { MOVES } from "./moves/moves.ts";
import { type CheckedShop, ShopFunctionError, UsedIdError } from "./shop.ts";
import { StoryRun } from "./story-run.ts";

/** Everything that the stories of a run share. */
export interface Setup {
  readonly gateway: PlayedGateway;
  readonly shop: CheckedShop;
  readonly calls: CallRouter;
  readonly faults: ReadonlyMap<string, Fault>;
  /** The terms of the first order. Undefined before it is placed. */
  terms: Terms | undefined;
  readonly count: { stories: number; moves: number; orders: number };
}

export interface Played {
  readonly planned: Story;
  /** The same story without the moves that were not possible. */
  readonly story: Story;
  /** A line for each step, with its answers. */
  readonly lines: readonly string[];
  readonly calls: readonly SeenCall[];
  readonly histories: readonly History[];
  readonly verdict: Verdict | undefined;
  /** A function of the shop that failed, with its error, so that the story ended. */
  readonly failed: string | undefined;
  /** Judges its orders again. @param waitTime How long the shop may take, in milliseconds. Default: only what cannot get right. */
  judgeAgain(waitTime?: number): Promise<Verdict | undefined>;
  /** Repeats its notifications, as a gateway does for a day and a half. @returns the lines of the report. */
  repeat(): Promise<string[]>;
}

interface PlayedStep {
  readonly step: Step;
  readonly line: string;
}

/** Milliseconds between two looks whether the shop has called the gateway. */
const INTERVAL = 10;

const JOB = "job";

/** Prints a move that another move of the same moment made impossible, such as a second payment of a token. */
const toLine = (error: unknown): string => {
  if (error instanceof Error && error.name === "NotPayableError") return error.message;
  throw error;
};

/** Waits for calls of a shop with a queue, and for the answers to its calls. */
async function awaitCalls(run: StoryRun, fault: Fault | undefined): Promise<void> {
  const { pace } = run.shop;
  const end = performance.now() + pace.quietTime;
  const isDone = (): boolean => run.calls.count.calls > 0 || performance.now() >= end;
  while (fault && !isDone()) await pace.pause(INTERVAL);
  const last = performance.now() + pace.waitTime;
  while (run.calls.open > 0 && performance.now() < last) await pace.pause(INTERVAL);
}

/** Makes moves in their turn: alone, or with the only order that is placed now. */
function inTurn<T>(run: StoryRun, moves: readonly Move[], task: () => Promise<T>): Promise<T> {
  const { placing, steps } = run.shop;
  const place = () => (moves.some(({ places }) => places) ? placing.run(task, run.hasFault) : task());
  return steps.run(place, run.isKilled || moves.some(({ isAlone }) => isAlone));
}

const needsShop = (story: Story): boolean =>
  story.some(({ moves, instead = [] }) => [...moves, ...instead].some((name) => MOVES.get(name)?.needsShop));

/** Plays a step: its moves at the same moment. @returns undefined if no move was possible. @throws ShopFunctionError */
async function playStep(setup: Setup, run: StoryRun, step: Step): Promise<PlayedStep | undefined> {
  const isPossible = (name: string): boolean => {
    const move = MOVES.get(name);
    return move !== undefined && canMake(move, run);
  };
  const { moves: planned, instead = [] } = step;
  const names = [...planned, ...instead].filter(isPossible).slice(0, planned.length);
  const moves = names.flatMap((name) => MOVES.get(name) ?? []);
  if (moves.length === 0) return undefined;
  const { fault: by = "" } = step;
  const fault = setup.faults.get(by);
  run.isKilled = moves.some(({ stopsShop }) => stopsShop);
  run.hasFault = fault !== undefined || run.calls.outage !== undefined;
  if (fault || run.isKilled) run.noteShared({ is: "disturbed", by: fault ? by : "restart" });
  const places = run.hasFault && moves.some((move) => move.places);
  const begin = (): void => run.calls.begin(fault, places);
  const makeMoves = async (made = moves): Promise<string[]> => {
    begin();
    run.moving = made.length;
    const make = ({ play }: Move): Promise<string> =>
      play(run)
        .catch(toLine)
        .finally(() => {
          run.moving -= 1;
        });
    const lines = await Promise.all(made.map(make));
    run.calls.takesCreates = false;
    return lines;
  };
  const job = MOVES.get(JOB);
  /** Runs the job once for all stories that wait for it, and makes the other moves in this run. */
  const makeWithJob = async (): Promise<string[]> => {
    const others = moves.filter((move) => move !== job);
    const made = Promise.withResolvers<string[]>();
    const prepare = (): Promise<unknown> => makeMoves(others).then(made.resolve, made.reject);
    const ran = run.withoutTurn(() => run.shop.reconcileForAll(prepare, moves.length - others.length));
    const [line, rest] = await Promise.all([ran, made.promise]);
    return moves.map((move) => (move === job ? line : (rest.shift() ?? "")));
  };
  try {
    // A run of the story alone is a better race, but many runs at the same time would stop a shop whose job is slow.
    const isAlone = run.isKilled || places || moves.some(({ isWait }) => isWait);
    const isShared = names.every((name) => name === JOB) || (run.shop.isJobSlow && !isAlone);
    const lines =
      names.includes(JOB) && isShared
        ? await makeWithJob()
        : moves.every(({ stopsShop }) => stopsShop)
          ? [await run.shop.awaitRestart(begin, async () => moves[0]?.play(run))]
          : moves.some(({ isWait }) => isWait)
            ? await makeMoves()
            : await inTurn(run, moves, makeMoves);
    await awaitCalls(run, fault);
    setup.count.moves += moves.length;
    const text = lines.filter((line) => line !== "").join(" and, at the same moment, ");
    return run.calls.count.calls > 0 && fault
      ? { step: { moves: names, fault: by }, line: `${text}, while ${fault.text}` }
      : { step: { moves: names }, line: text };
  } finally {
    run.calls.end();
    if (fault || run.isKilled) run.calmSince = run.now;
  }
}

/** Places the order. If that fails while the gateway does, the customer tries again. @throws ShopFunctionError */
async function begin(setup: Setup, run: StoryRun, first: Step): Promise<PlayedStep | undefined> {
  const placeOrder = () => playStep(setup, run, { moves: ["order"] });
  try {
    return (await playStep(setup, run, first)) ?? (await placeOrder());
  } catch (error) {
    const fault = setup.faults.get(first.fault ?? "");
    if (!fault || !(error instanceof ShopFunctionError)) throw error;
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
    if (expiry) await shop.steps.run(() => gateway.deliver(expiry));
  }
}

/**
 * Plays a story on its own order, and judges it. @param waitTime How long the shop may take in the end, in milliseconds.
 * @param onPlayed Called when its steps are played, and when its orders look right after that.
 */
async function play(
  setup: Setup,
  run: StoryRun,
  story: Story,
  waitTime: number,
  onPlayed: (isRight: boolean) => void,
): Promise<Played> {
  const { calls } = setup;
  const played: PlayedStep[] = [];
  let startedAt = performance.now();
  const resultOf = (verdict: Verdict | undefined, failed?: string): Played => ({
    planned: story,
    story: played.map(({ step }) => step),
    lines: [...played.map(({ line }) => line), ...run.ending],
    calls: run.calls.seen,
    histories: run.orders.map(({ id, terms, isCapturedByStaff, events }) => ({
      ...{ id, terms, isCapturedByStaff, events },
    })),
    verdict,
    failed,
    judgeAgain: (timeout) =>
      timeout === undefined ? judge(run) : calls.during(run.calls, () => judgeInTheEnd(run, timeout)),
    repeat: () =>
      Promise.all(
        run.orders.flatMap((order) => [...order.sent.values()].map((each) => run.post(order, each))),
      ),
  });
  try {
    const order: Step = { moves: ["order"] };
    const [start = order, ...steps] = story[0]?.variant === undefined ? story : [order, ...story];
    const first = await begin(setup, run, start);
    if (first) run.played = played.push(first);
    for (const step of steps) {
      if (step.variant !== undefined) {
        run.played = played.push({ step, line: run.vary(step.variant) });
        continue;
      }
      run.step += 1;
      const result = await playStep(setup, run, step);
      if (!result) continue;
      run.played = played.push(result);
      const verdict = await judge(run);
      if (verdict) return resultOf(verdict);
      startedAt += await awaitFulfillment(run);
    }
    run.endTurn();
    if (run.calls.outage) run.calmSince = run.now;
    run.calls.outage = undefined;
    onPlayed(false);
    setup.shop.pace.tookStory(performance.now() - startedAt);
    const verdict = await judgeInTheEnd(run, waitTime, () => onPlayed(true));
    if (verdict?.unclear) throw new ShopFunctionError(verdict.unclear);
    if (!verdict) await close(setup, run);
    return resultOf(verdict);
  } catch (error) {
    if (error instanceof UsedIdError) {
      // The first of the two may be the order of another story, but two orders are enough.
      const story = parseStory("order, other");
      const before = played.length > 0 ? [] : ["an order of another customer placed"];
      const lines = [...before, ...played.map(({ line }) => line), "another order placed, with the same id"];
      const law = DIFFERENT_IDS;
      const verdict = { law, lost: law.lost, observed: error.message, isFinal: true };
      return { ...resultOf(verdict), story, lines };
    }
    if (!(error instanceof ShopFunctionError)) throw error;
    return resultOf(undefined, `${error.message}, in the story "${storyText(story)}"`);
  } finally {
    run.endTurn();
  }
}

/** Plays a story as soon as there is a place for it. @throws WrongResultError */
export async function playStory(
  setup: Setup,
  story: Story,
  waitTime: number,
  onPlayed: (isRight: boolean) => void = () => {},
): Promise<Played> {
  const { calls, count, gateway, shop } = setup;
  // Before it takes a place, because the stories before it need one to end.
  const endTurn = await shop.stories.begin(needsShop(story));
  await shop.pace.take();
  const run = new StoryRun(gateway, shop, endTurn);
  shop.running.add(run);
  count.stories += 1;
  try {
    return await calls.during(run.calls, () => play(setup, run, story, waitTime, onPlayed));
  } finally {
    shop.pace.free();
    shop.running.delete(run);
    await run.endAside();
    count.orders += run.orders.length;
    setup.terms ??= run.orders[0]?.terms;
  }
}
