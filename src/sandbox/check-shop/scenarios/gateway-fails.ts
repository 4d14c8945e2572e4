import { sleep } from "../merchant.ts";
import type { Scenario } from "../scenario.ts";
import { NOT_SENT } from "./guides.ts";

/** An answer whose connection is lost. */
const lost = (): Response =>
  new Response(
    new ReadableStream({ start: (controller) => controller.error(new Error("connection lost")) }),
    {
      status: 201,
    },
  );

/** A customer orders while the gateway fails after it made the token, and orders again where that failed. */
const orderWhile = (
  name: string,
  description: string,
  fail: (answer: Response) => Promise<Response>,
): Scenario => ({
  name,
  description,
  expected:
    "The customer is told to try again, or has an order. Every order is fulfilled once, whichever of its tokens are paid.",
  advice: `Never send create again by yourself after a lost answer: look at safeToRetry, and count payments for each order, not for each token. ${NOT_SENT}`,
  run: async (trial) => {
    const { gateway } = trial;
    const before = new Set(gateway.tokens());
    let isFirst = true;
    const first = await gateway.interceptDuring(
      async ({ operation, proceed }) => {
        if (operation !== "checkouts.create" || !isFirst) return proceed();
        isFirst = false;
        return fail(await proceed());
      },
      () => trial.order().catch(() => undefined),
    );
    const made = gateway.tokens().filter((token) => !before.has(token));
    const order = first ?? (await trial.order());
    for (const token of first ? made : [order.token]) {
      gateway.accept(token);
      await gateway.pay(token);
    }
    const observed = await trial.expectFulfilments(order, 1);
    return `${first ? "placeOrder gave an order." : "placeOrder failed; the next one worked."} ${observed}`;
  },
});

/** Milliseconds until a slow gateway answers. */
const SLOW = 2000;

const MADE = "The gateway made the token";
const ALL_PAID = "Every token that the shop had made was then paid.";

export const GATEWAY_FAILS: readonly Scenario[] = [
  orderWhile("gateway answers 503", `${MADE}, and answered 503. ${ALL_PAID}`, async () =>
    Response.json({ message: "Service unavailable" }, { status: 503 }),
  ),
  orderWhile(
    "gateway loses the connection",
    `${MADE}, and the connection was lost before its answer. ${ALL_PAID}`,
    async () => lost(),
  ),
  orderWhile(
    "gateway is slow",
    `${MADE}, and answered after ${SLOW / 1000} seconds. ${ALL_PAID}`,
    async (answer) => {
      await sleep(SLOW);
      return answer;
    },
  ),
];
