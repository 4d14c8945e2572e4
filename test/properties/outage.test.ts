import { beforeAll, expect, test } from "vitest";
import {
  amplification,
  type Outcome,
  retryPeaks,
  simulate,
  successRate,
} from "../measure/simulation/simulate.ts";

const CLIENTS = 50;
let budgeted: Outcome[];
let unlimited: Outcome[];
let inStep: Outcome[];

beforeAll(async () => {
  budgeted = await simulate({ clients: CLIENTS, hasBudget: true });
  unlimited = await simulate({ clients: CLIENTS, hasBudget: false });
  inStep = await simulate({ clients: CLIENTS, hasBudget: true, hasJitter: false });
}, 60_000);

const ratios = (outcomes: Outcome[], figure: (outcome: Outcome) => number): number[] => outcomes.map(figure);

test("a gateway that is down for a minute sees at most 1.1 requests for each call, and 3 without a budget", () => {
  const [outage] = ratios(budgeted, amplification);
  expect(outage).toBeLessThanOrEqual(1.1);
  expect(outage).toBeGreaterThan(1);
  expect(ratios(unlimited, amplification)[0]).toBeGreaterThan(2.9);
});

test("a gateway that fails a fifth of its requests sees no more than without a budget, and most calls succeed", () => {
  const [, brownOut] = ratios(budgeted, amplification);
  expect(brownOut).toBeLessThanOrEqual(ratios(unlimited, amplification)[1] ?? 0);
  expect(ratios(budgeted, successRate)[1]).toBeGreaterThan(0.93);
});

test("retries of calls that failed at the same moment do not line up", () => {
  const [spread = 0] = ratios(budgeted, (outcome) => retryPeaks(outcome).busiest);
  const [linedUp = 0] = ratios(inStep, (outcome) => retryPeaks(outcome).busiest);
  expect(linedUp).toBe(2 * CLIENTS);
  expect(spread).toBeLessThan(CLIENTS / 4);
});
