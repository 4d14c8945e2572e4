import { PARTS, type Sandbox } from "../sandbox/sandbox.ts";
import { nearestName } from "../shared/nearest-name.ts";
import { FAULTS, faultsFor } from "./moves/faults.ts";
import { MOVES } from "./moves/moves.ts";
import type { ShopFailure } from "./report/findings.ts";
import { reportOf, type ShopReport } from "./report/report.ts";
import { CLASSIC_STORIES } from "./search/classic-stories.ts";
import type { Theatre } from "./search/play.ts";
import { type Found, searchAll, searchOne } from "./search/search.ts";
import { parseStory, type Story, storyText } from "./search/story.ts";
import type { CheckShopOptions, ShopFunctions } from "./shop-functions.ts";
import { Gateway } from "./stage/gateway.ts";
import { Merchant } from "./stage/merchant.ts";
import { Turns } from "./stage/turns.ts";

const REQUIRED = ["placeOrder", "fulfilments"] as const;
const OPTIONAL = ["inReview", "refund", "renew", "reconcile", "restart"] as const;

/** What is left out without each function. */
const WITHOUT: Readonly<Record<(typeof OPTIONAL)[number], string>> = {
  inReview:
    "payments that fulfil nothing, which may be kept unnoticed, since checkShop was given no inReview",
  refund: "refunds by the shop, since checkShop was given no refund",
  renew: "renewals, since checkShop was given no renew",
  reconcile: "runs of the job at other moments than its own, since checkShop was given no reconcile",
  restart: "restarts, since checkShop was given no restart",
};

/** How long stories are tried, in milliseconds, and how many are made up at most, where no budget is given. */
const [BUDGET, MADE_UP] = [120_000, 200];

/** @throws TypeError for an object that is not a sandbox. */
function partsOf(sandbox: Sandbox): Sandbox[typeof PARTS] {
  if (Object(sandbox)[PARTS] === undefined) throw new TypeError("sandbox must be a Sandbox");
  return sandbox[PARTS];
}

/** @throws TypeError, RangeError */
function checkOptions(options: CheckShopOptions): void {
  for (const name of [...REQUIRED, ...OPTIONAL]) {
    const isMissing = options[name] === undefined && OPTIONAL.some((optional) => optional === name);
    if (!isMissing && typeof options[name] !== "function") {
      throw new TypeError(`checkShop: ${name} must be a function`);
    }
  }
  const { seed = 0, budget = 1, timeout = 1, idempotencyKeys = false } = options;
  if (typeof idempotencyKeys !== "boolean") {
    throw new TypeError("checkShop: idempotencyKeys must be true or false");
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError("checkShop: seed must be an integer");
  for (const [name, value] of Object.entries({ budget, timeout })) {
    if (!Number.isSafeInteger(value) || value < 1) {
      throw new RangeError(`checkShop: ${name} must be an integer, 1 or more, in milliseconds`);
    }
  }
}

/** @throws RangeError that suggests a name which is close. */
function refuse(what: string, name: string, names: Iterable<string>): never {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "" : `: did you mean "${nearest}"?`;
  throw new RangeError(`checkShop: there is no ${what} "${name}"${hint}`);
}

/** A story by its name or its text. @throws RangeError */
function readStory(text: string): Story {
  const story = CLASSIC_STORIES.get(text) ?? parseStory(text);
  for (const { moves, fault } of story) {
    for (const name of moves) {
      if (!MOVES.has(name)) refuse("story and no move", name, [...CLASSIC_STORIES.keys(), ...MOVES.keys()]);
    }
    const names = FAULTS.map((each) => each.name);
    if (fault !== undefined && !names.includes(fault)) refuse("fault", fault, names);
  }
  return story;
}

/** What to change: what the last fault or move of the story says, unless the law knows it better. */
const adviceOf = ({ story, verdict: { law } }: Found): string => {
  const advice = story.flatMap(({ moves, fault }) => [
    ...moves.map((name) => MOVES.get(name)?.advice),
    FAULTS.find(({ name }) => name === fault)?.advice,
  ]);
  return (law.knowsBest ? undefined : advice.findLast((text) => text !== undefined)) ?? law.advice;
};

const toFailure = (found: Found, seed: number): ShopFailure => ({
  law: found.verdict.law.text,
  story: found.told,
  observed: found.verdict.observed,
  advice: adviceOf(found),
  seed,
  replay: storyText(found.story),
});

const leftOutOf = (functions: ShopFunctions, honoursKeys: boolean): string[] => [
  ...OPTIONAL.filter((name) => functions[name] === undefined).map((name) => WITHOUT[name]),
  ...(honoursKeys
    ? ["gateways that ignore idempotency keys, since checkShop was given idempotencyKeys"]
    : []),
];

/** @throws TypeError, RangeError */
export async function run(options: CheckShopOptions): Promise<ShopReport> {
  checkOptions(options);
  const {
    sandbox,
    seed = Math.floor(Math.random() * 2 ** 31),
    budget,
    story,
    timeout = 10_000,
    idempotencyKeys = false,
    ...functions
  } = options;
  const theatre: Theatre = {
    gateway: new Gateway(partsOf(sandbox)),
    merchant: new Merchant(functions, timeout),
    turns: new Turns(),
    faults: faultsFor(idempotencyKeys),
    leftOut: new Set(leftOutOf(functions, idempotencyKeys)),
    callers: new Set(),
    count: { stories: 0, moves: 0, orders: 0 },
  };
  const chosen = story === undefined ? undefined : readStory(story);
  const start = performance.now();
  const limits = {
    seed,
    end: start + (budget ?? BUDGET),
    count: budget === undefined ? MADE_UP : Number.POSITIVE_INFINITY,
  };
  const close = theatre.gateway.open();
  try {
    const found = await (chosen ? searchOne(theatre, chosen) : searchAll(theatre, limits));
    const durationMs = Math.round(performance.now() - start);
    const tried = { ...theatre.count, seed, leftOut: [...theatre.leftOut], durationMs };
    return reportOf(
      found.map((each) => toFailure(each, seed)),
      tried,
    );
  } finally {
    close();
  }
}
