/**
 * Prints the load of 1 000 clients on a gateway that is down for a minute and then fails 20 % of its requests for another
 * minute, compared with clients without a retry budget and clients without jitter. Takes about twenty seconds.
 */
import { amplification, type Outcome, PHASES, retryPeaks, simulate, successRate } from "./simulate.ts";

const CLIENTS = 1_000;
/** Clients are independent of each other, so fewer give the same ratios. */
const COMPARED_CLIENTS = 100;
const MAX_AMPLIFICATION = 1.1;

const percent = (outcome: Outcome): string => `${(successRate(outcome) * 100).toFixed(2)} %`;
const times = (outcome: Outcome): string => amplification(outcome).toFixed(3);
const peak = (outcome: Outcome): string => {
  const { busiest, mean } = retryPeaks(outcome);
  return `${busiest}, ${(busiest / mean).toFixed(1)} times the mean`;
};

const budgeted = await simulate({ clients: CLIENTS, hasBudget: true });
const unlimited = await simulate({ clients: COMPARED_CLIENTS, hasBudget: false });
const inStep = await simulate({ clients: COMPARED_CLIENTS, hasBudget: true, hasJitter: false });

const rows = PHASES.map(({ name }, index) => {
  const cells = [
    [budgeted, times],
    [unlimited, times],
    [budgeted, percent],
    [unlimited, percent],
    [budgeted, peak],
    [inStep, peak],
  ] as const;
  const shown = cells.map(([outcomes, show]) =>
    outcomes
      .slice(index, index + 1)
      .map(show)
      .join(),
  );
  return `| ${name} | ${shown.join(" | ")} |`;
});

console.log(`${CLIENTS} clients, 2 calls a second each, all at the same moment

| | requests for each call | without budget | calls that succeed | without budget | retries in the busiest 10 ms | without jitter (a tenth of the clients) |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}`);

if (budgeted[0] && amplification(budgeted[0]) > MAX_AMPLIFICATION) process.exitCode = 1;
