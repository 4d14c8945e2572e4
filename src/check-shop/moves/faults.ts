import { CALLS, JOB, NOT_SENT } from "../guides.ts";
import type { GatewayCall } from "../stage/gateway.ts";
import { sleep } from "../stage/merchant.ts";

/** How far the shop is with its calls of a step, and what a fault can do at the gateway. */
interface FaultContext {
  /** How many calls came before this one, and how many of them were POSTs. */
  readonly calls: number;
  readonly posts: number;
  /** Whether the call is a POST. */
  readonly isPost: boolean;
  /** The status of another order's token, if there is one. */
  readonly statusOfOther: () => Response | undefined;
  readonly forgetKeys: () => void;
  /** Declines the refund or charge that the call asks for. Undefined for any other call. */
  readonly decline: () => Promise<Response | undefined>;
}

/** What goes wrong between the shop and the gateway during a step. */
export interface Fault {
  readonly name: string;
  /** As a story tells it: "while …". */
  readonly text: string;
  /** What to change where a story with it ends badly. */
  readonly advice: string;
  readonly answer: (call: GatewayCall, context: FaultContext) => Promise<Response>;
  /** Whether refunds and charges are declined or refused, and whether the shop is told so. */
  readonly refuses?: "told" | "untold";
}

/** Milliseconds until a slow gateway answers, and until one that does not answer closes the connection. */
const [SLOW, HANG] = [1500, 1000];

const unavailable = (): Response => Response.json({ message: "Service unavailable" }, { status: 503 });

/** An answer whose connection is lost. */
const lost = (): Response => Response.error();

const refused = (): Response => {
  const refusal = { message: "Base is not allowed.", errors: { base: ["is not allowed"] } };
  return Response.json({ response: { status: "error", ...refusal } }, { status: 422 });
};

/** The first POST is processed, and answered otherwise. */
const processed =
  (answer: () => Response): Fault["answer"] =>
  async ({ proceed }, { isPost, posts }) => {
    const real = await proceed();
    return isPost && posts === 0 ? answer() : real;
  };

/** Whether the shop asks for a refund or a charge. */
export const isAsked = ({ operation }: GatewayCall): boolean =>
  operation === "transactions.refund" || operation === "transactions.pay";

const UNKNOWN = `An error of the call says nothing about what the gateway did: keep what you asked for as unknown, and ask the gateway again later. ${JOB}`;
const ONCE = `Store the request with its key before the call, and send it again only with the same key or after a look-up: an error is not a refusal. ${CALLS}`;
const CREATED = `Never send create again by yourself after a lost answer: look at safeToRetry, and count payments for each order, not for each token. ${NOT_SENT}`;

/** The fault that a shop does not survive if it was told that the gateway honours idempotency keys. */
const NO_KEYS = "no keys";

/** The faults that a shop has to survive. */
export const faultsFor = (honoursKeys: boolean): readonly Fault[] =>
  FAULTS.filter(({ name }) => !honoursKeys || name !== NO_KEYS);

export const FAULTS: readonly Fault[] = [
  {
    name: "503",
    text: "the gateway answers 503 to the shop",
    advice: UNKNOWN,
    answer: async () => unavailable(),
  },
  {
    name: "503 once",
    text: "the gateway answers 503 to the shop's first call",
    advice: UNKNOWN,
    answer: async ({ proceed }, { calls }) => (calls === 0 ? unavailable() : proceed()),
  },
  {
    name: "503 later",
    text: "the gateway answers the shop's first call, and 503 to those that follow",
    advice: `Change nothing of an order before all that you need was answered. ${JOB}`,
    answer: async ({ proceed }, { calls }) => (calls === 0 ? proceed() : unavailable()),
  },
  {
    name: "post 503",
    text: "the gateway answers 503 to the shop's first POST, which it does not process",
    advice: `Keep what was not made, and let the job send it again: after an error, the job must go on. ${CALLS}`,
    answer: async ({ proceed }, { isPost, posts }) => (isPost && posts === 0 ? unavailable() : proceed()),
  },
  {
    name: "hang",
    text: "the gateway does not answer the shop's first call",
    advice: UNKNOWN,
    answer: async ({ proceed }, { calls }) => {
      if (calls > 0) return proceed();
      await sleep(HANG);
      return lost();
    },
  },
  {
    name: "404",
    text: 'the gateway answers "Record not found" to the shop',
    advice: UNKNOWN,
    answer: async ({ proceed }, { isPost }) =>
      isPost ? proceed() : Response.json({ message: "Record not found" }, { status: 404 }),
  },
  {
    name: "other order",
    text: "the gateway answers the shop with the status of another order",
    advice: `Compare the token, amount, currency and tracking_id of a status with those that you asked for. ${JOB}`,
    answer: async ({ operation, proceed }, { statusOfOther }) =>
      (operation === "checkouts.get" || operation === "bills.get" ? statusOfOther() : undefined) ?? proceed(),
  },
  {
    name: "slow",
    text: `the gateway processes the shop's first POST, and answers after ${SLOW / 1000} seconds`,
    advice: CREATED,
    answer: async ({ proceed }, { isPost, posts }) => {
      const real = await proceed();
      if (isPost && posts === 0) await sleep(SLOW);
      return real;
    },
  },
  {
    name: "lost",
    text: "the gateway processes the shop's first POST, and its answer is lost",
    advice: CREATED,
    answer: processed(lost),
  },
  {
    name: "done 503",
    text: "the gateway processes the shop's first POST, and answers 503",
    advice: CREATED,
    answer: processed(unavailable),
  },
  {
    name: "done 408",
    text: "the gateway processes the shop's first POST, and answers 408",
    advice: ONCE,
    answer: processed(() => Response.json({ message: "Request timeout" }, { status: 408 })),
  },
  {
    name: "done 409",
    text: 'the gateway processes the shop\'s first POST, and answers 409 "in progress"',
    advice: ONCE,
    answer: processed(() =>
      Response.json({ message: "A request with this RequestID is in progress" }, { status: 409 }),
    ),
  },
  {
    name: "lost and down",
    text: "the gateway processes the shop's first POST, its answer is lost, and the gateway is down after that",
    advice: ONCE,
    answer: async ({ proceed }, { isPost, posts }) => {
      if (posts > 0) return unavailable();
      const real = await proceed();
      return isPost ? lost() : real;
    },
  },
  {
    name: "declined",
    text: "the gateway declines what the shop asks for",
    advice: `A refund or a charge that was declined is a result, not an error: read its status, and report it to the person who asked for it. ${CALLS}`,
    refuses: "told",
    answer: async ({ proceed }, { decline }) => (await decline()) ?? proceed(),
  },
  {
    name: "declined and lost",
    text: "the gateway declines what the shop asks for, and its answer is lost",
    advice: `Read the status of what you find when you look for it: what was declined is there, too. ${CALLS}`,
    refuses: "untold",
    answer: async ({ proceed }, { decline }) => ((await decline()) ? lost() : proceed()),
  },
  {
    name: "422",
    text: "the gateway refuses what the shop asks for with 422",
    advice: `A refusal is a result, not an error: nothing was made, and nothing will be. Report it to the person who asked for it. ${CALLS}`,
    refuses: "told",
    answer: async (call) => (isAsked(call) ? refused() : call.proceed()),
  },
  {
    name: NO_KEYS,
    text: "the gateway processes the shop's first POST, its answer is lost, and the gateway ignores idempotency keys",
    advice: `Look for what you asked for before you send it again: a gateway that does not know RequestID makes it twice. ${CALLS}`,
    answer: async (call, context) => {
      context.forgetKeys();
      const answer = await processed(lost)(call, context);
      context.forgetKeys();
      return answer;
    },
  },
];
