import { nearestName } from "../../nearest-name.ts";
import { withTimeout } from "../../runtime/with-timeout.ts";
import { shopOf } from "../sandbox.ts";
import { Gateway } from "./gateway.ts";
import { Merchant, messageOf } from "./merchant.ts";
import { reportOf, type ShopReport } from "./report.ts";
import type { Scenario } from "./scenario.ts";
import { Failed, type ScenarioResult, Skipped } from "./scenario-result.ts";
import { PAID_ONCE, SCENARIOS } from "./scenarios.ts";
import type { CheckShopOptions } from "./shop-functions.ts";
import { Trial } from "./trial.ts";

/** How long a scenario may take, in milliseconds. */
const SCENARIO_TIMEOUT = 90_000;

const FUNCTIONS = ["placeOrder", "fulfilments"] as const;

/** The scenarios to play: `paid once` first, since it shows how fast the shop is. @throws RangeError, TypeError */
function chosen({ only, timeout = 10_000, ...options }: CheckShopOptions): readonly Scenario[] {
  for (const name of FUNCTIONS) {
    if (typeof options[name] !== "function") throw new TypeError(`checkShop: ${name} must be a function`);
  }
  if (!Number.isSafeInteger(timeout) || timeout < 1) {
    throw new RangeError("checkShop: timeout must be an integer, 1 or more");
  }
  const names = SCENARIOS.map(({ name }) => name);
  for (const name of only ?? []) {
    if (names.includes(name)) continue;
    const nearest = nearestName(name, names);
    const hint = nearest === undefined ? names.join(", ") : `did you mean "${nearest}"?`;
    throw new RangeError(`checkShop: there is no scenario "${name}": ${hint}`);
  }
  return SCENARIOS.filter((scenario) => !only || scenario === PAID_ONCE || only.includes(scenario.name));
}

async function play(scenario: Scenario, trial: Trial): Promise<ScenarioResult> {
  const { name, description, expected, needs } = scenario;
  const start = performance.now();
  const resultOf = (state: "passed" | "skipped" | "failed", observed: string, advice?: string) => ({
    name,
    description,
    passed: state === "passed",
    skipped: state === "skipped",
    expected,
    observed,
    advice,
    durationMs: Math.round(performance.now() - start),
  });
  try {
    if (needs && !trial.merchant.functions[needs]) throw new Skipped(`checkShop was given no ${needs}`);
    const observed = await withTimeout(scenario.run(trial), SCENARIO_TIMEOUT, () => {
      throw new Failed(`The scenario did not end within ${SCENARIO_TIMEOUT / 1000} s.`);
    });
    return resultOf("passed", observed, trial.remarks.join(" ") || undefined);
  } catch (error) {
    const observed = messageOf(error);
    if (error instanceof Skipped) return resultOf("skipped", observed);
    return resultOf("failed", observed, (error instanceof Failed && error.advice) || scenario.advice);
  }
}

/** Plays the scenarios. @throws TypeError, RangeError */
export async function playScenarios(options: CheckShopOptions): Promise<ShopReport> {
  const { sandbox, timeout = 10_000, onResult, ...functions } = options;
  const gateway = new Gateway(shopOf(sandbox));
  const merchant = new Merchant(functions, timeout);
  const results: ScenarioResult[] = [];
  for (const scenario of chosen(options)) {
    const result = await play(scenario, new Trial(gateway, merchant));
    results.push(result);
    onResult?.(result);
    // All others build on it.
    if (scenario === PAID_ONCE && !result.passed) break;
  }
  return reportOf(results);
}
