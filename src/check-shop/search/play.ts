import { API_OPERATIONS, OPERATIONS } from "../../api/operations.ts";
import { NotPayableError } from "../../sandbox/gateway/transactions/not-payable-error.ts";
import { catchUp, judgeInTheEnd, judgeNow, type Verdict } from "../laws/judge.ts";
import { WORKS } from "../laws/laws.ts";
import { namesOf } from "../laws/ledger.ts";
import { FAULTS, type Fault, isAsked } from "../moves/faults.ts";
import type { Move } from "../moves/move.ts";
import { MOVES } from "../moves/moves.ts";
import type { Gateway, GatewayCall } from "../stage/gateway.ts";
import { type Merchant, messageOf, ShopFunctionError, sleep } from "../stage/merchant.ts";
import { Stage } from "../stage/stage.ts";
import type { Turns } from "../stage/turns.ts";
import type { Step, Story } from "./story.ts";

/** What all stories of a run share. */
export interface Theatre {
  readonly gateway: Gateway;
  readonly merchant: Merchant;
  readonly turns: Turns;
  /** What can go wrong between the shop and the gateway. */
  readonly faults: readonly Fault[];
  /** What could not be tried with this shop. */
  readonly leftOut: Set<string>;
  /** Moves in which the shop called the gateway so far. */
  readonly callers: Set<string>;
  readonly count: { stories: number; moves: number; orders: number };
}

/** A story that was played, without the moves that were not possible. */
export interface Played {
  readonly story: Story;
  /** What was done and answered, a line for each step. */
  readonly told: readonly string[];
  readonly verdict: Verdict | undefined;
  /** Judges its orders once more, as they are now, with all the time that the shop may take. */
  judgeAgain(): Promise<Verdict | undefined>;
}

/** Gives the next step of a story, or undefined at its end. */
export type NextStep = (stage: Stage) => Step | undefined;

export const stepsOf = (story: Story): NextStep => {
  const steps = story.values();
  return () => steps.next().value;
};

/** The calls that the gateway must not process twice; undefined is one that only other clients than the SDK make. */
const POSTS: ReadonlySet<string | undefined> = new Set(
  API_OPERATIONS.filter((operation) => OPERATIONS[operation].method === "POST"),
);

/** Milliseconds between two looks whether the shop has called the gateway. */
const INTERVAL = 10;

/** Ids shorter than this are too common to be looked for within others. */
const MIN_PART = 8;

/** Watches what the shop asks the gateway about this story's orders, and lets it go wrong. */
function createWatch(stage: Stage, moves: readonly Move[], fault: Fault | undefined) {
  const { gateway, orders, isAlone } = stage;
  const count = { calls: 0, posts: 0 };
  const names = (): string[] => orders.flatMap((order) => namesOf(gateway, order));
  const knows = (id: string): boolean =>
    names().some((name) => name === id || (name.length >= MIN_PART && id.includes(name)));
  const other = orders[1];
  const answer = (call: GatewayCall): Promise<Response> => {
    const isPost = POSTS.has(call.operation);
    const context = {
      ...count,
      isPost,
      statusOfOther: () =>
        other && !call.path.includes(other.token) ? gateway.statusAnswer(other.token) : undefined,
      forgetKeys: () => gateway.forgetKeys(names()),
      decline: async () => {
        const transaction = isPost ? await gateway.declineRequest(call) : undefined;
        return transaction && Response.json({ transaction });
      },
    };
    count.calls += 1;
    if (isPost) count.posts += 1;
    if (fault?.refuses && isAsked(call)) {
      // The shop may accept what it is not told, and of several moves at the same moment any one before.
      const isLater = fault.refuses === "untold" || moves.length > 1;
      for (const order of orders) order.refusedAt = stage.step + Number(isLater);
    }
    return fault ? fault.answer(call, context) : call.proceed();
  };
  return { count, watch: { knows, takesOthers: isAlone, answer } };
}

/** What another move of the same moment made impossible, such as a second payment of a token, is part of the story. */
const toLine = (error: unknown): string => {
  if (error instanceof NotPayableError) return messageOf(error);
  throw error;
};

/** Makes the moves of a step at the same moment. */
async function playStep(theatre: Theatre, stage: Stage, moves: readonly Move[], fault: Fault | undefined) {
  const { count, watch } = createWatch(stage, moves, fault);
  const told = await theatre.gateway.watchDuring(watch, async () => {
    const lines = await Promise.all(moves.map((move) => move.play(stage).catch(toLine)));
    // A shop with a queue calls later.
    const end = performance.now() + theatre.merchant.quietTime;
    while (fault && count.calls === 0 && performance.now() < end) await sleep(INTERVAL);
    return lines;
  });
  if (count.calls > 0) for (const { name } of moves) theatre.callers.add(name);
  return { told, usedFault: count.calls > 0 ? fault : undefined };
}

const isMove = (move: Move | undefined): move is Move => move !== undefined;

/** Moves with calls that name nothing that is known before: they could be of any story. */
const ANONYMOUS = ["order", "renew"];

/** Plays a step. @returns its line of the story; undefined where nothing of it was possible. @throws ShopFunctionError */
async function play(
  theatre: Theatre,
  stage: Stage,
  step: Step,
): Promise<{ step: Step; line: string } | undefined> {
  const { merchant, turns } = theatre;
  const moves = step.moves
    .map((name) => MOVES.get(name))
    .filter(isMove)
    .filter(({ needs }) => needs === undefined || merchant.has(needs))
    .filter(({ name, isPossible }) => name === "order" || isPossible(stage));
  if (moves.length === 0) return undefined;
  const fault = FAULTS.find(({ name }) => name === step.fault);
  const names = moves.map(({ name }) => name);
  const isAlone =
    moves.some(({ stopsShop }) => stopsShop) ||
    (fault !== undefined && names.some((name) => ANONYMOUS.includes(name)));
  const task = () => {
    stage.isAlone = isAlone;
    stage.isDisturbed ||= isAlone || fault !== undefined;
    return playStep(theatre, stage, moves, fault);
  };
  const { told, usedFault } = await (isAlone ? turns.alone(task) : turns.sideBySide(task));
  theatre.count.moves += moves.length;
  const line = told.join(" and, at the same moment, ") + (usedFault ? `, while ${usedFault.text}` : "");
  return { step: { moves: names, ...(usedFault && { fault: usedFault.name }) }, line };
}

/** Places the order. Where that fails while the gateway does, the customer tries again. @throws ShopFunctionError */
async function begin(theatre: Theatre, stage: Stage, first: Step): Promise<{ step: Step; line: string }[]> {
  let failed = "";
  try {
    const played = await play(theatre, stage, first);
    if (played) return [played];
  } catch (error) {
    if (first.fault === undefined) throw error;
    failed = messageOf(error);
  }
  const fault = FAULTS.find(({ name }) => name === first.fault);
  const again = await play(theatre, stage, { moves: ["order"] });
  return again ? [{ step: first, line: `${failed}, while ${fault?.text}; tried again: ${again.line}` }] : [];
}

/** Closes what is still open at the gateway, so that the shop's job does not ask for it in other stories. */
async function close({ gateway, turns }: Theatre, { orders }: Stage): Promise<void> {
  for (const { token, tokens, held, terms } of orders) {
    for (const each of tokens) await gateway.expire(each);
    const type = terms.isBill ? "transaction" : "checkout";
    const expiry = held.findLast((delivery) => delivery.token === token && delivery.type === type);
    if (expiry) await turns.sideBySide(() => gateway.redeliver(expiry));
  }
}

/** Plays a story on an order of its own, and judges it. */
export async function playStory(theatre: Theatre, next: NextStep, patience: number): Promise<Played> {
  const { gateway, merchant, turns, leftOut, count } = theatre;
  const stage = new Stage(gateway, merchant, leftOut);
  const played: { step: Step; line: string }[] = [];
  const resultOf = (verdict: Verdict | undefined): Played => ({
    story: played.map(({ step }) => step),
    told: played.map(({ line }) => line),
    verdict,
    judgeAgain: () => judgeInTheEnd(stage, turns, merchant.timeout),
  });
  count.stories += 1;
  try {
    const first = next(stage) ?? { moves: ["order"] };
    played.push(...(await begin(theatre, stage, first)));
    for (let step = next(stage); step; step = next(stage)) {
      stage.step += 1;
      const result = await play(theatre, stage, step);
      if (!result) continue;
      played.push(result);
      const verdict = await turns.sideBySide(() => judgeNow(stage));
      if (verdict) return resultOf(verdict);
      await catchUp(stage, turns);
    }
    const verdict = await judgeInTheEnd(stage, turns, patience);
    if (!verdict) await close(theatre, stage);
    return resultOf(verdict);
  } catch (error) {
    if (!(error instanceof ShopFunctionError)) throw error;
    return resultOf({ law: WORKS, observed: error.message });
  } finally {
    count.orders += stage.orders.length;
  }
}
