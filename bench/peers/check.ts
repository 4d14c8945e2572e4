/** The check of a token request with every field. */
import { checkoutCreateParamsSchema } from "../../dist/index.js";
import { completeCheckout, completeCheckoutSent } from "../../test/models/complete-params.ts";
import { type Group, inTurn, microseconds } from "./group.ts";

const ROUNDS = 15;
const CALLS = 2000;

if (!checkoutCreateParamsSchema.safeParse(completeCheckout).success)
  throw new Error("The token request must be valid");
const [rows = {}] = await inTurn(
  {
    "JSON.stringify": () => microseconds(() => JSON.stringify(completeCheckoutSent), CALLS),
    "payments-client": () =>
      microseconds(() => checkoutCreateParamsSchema.safeParse(completeCheckout), CALLS),
  },
  ROUNDS,
);
const groups: Group[] = [{ title: "Check of a full token request, µs of CPU", rows }];
process.send?.(groups);
