import type { Scenario } from "./scenario.ts";
import { EXPIRED } from "./scenarios/expired.ts";
import { FORGED } from "./scenarios/forged.ts";
import { GATEWAY_FAILS } from "./scenarios/gateway-fails.ts";
import { JOB } from "./scenarios/job.ts";
import { MISMATCHED } from "./scenarios/mismatched.ts";
import { PAID, PAID_ONCE } from "./scenarios/paid.ts";
import { PENDING } from "./scenarios/pending.ts";
import { RESTART } from "./scenarios/restart.ts";
import { RETURN } from "./scenarios/return.ts";
import { SECOND_PAYMENT } from "./scenarios/second-payment.ts";

export { PAID_ONCE };

/** All scenarios, in the order in which they are played. */
export const SCENARIOS: readonly Scenario[] = [
  PAID_ONCE,
  ...PAID,
  ...PENDING,
  ...EXPIRED,
  ...RETURN,
  ...FORGED,
  ...MISMATCHED,
  ...SECOND_PAYMENT,
  ...JOB,
  ...GATEWAY_FAILS,
  ...RESTART,
];
