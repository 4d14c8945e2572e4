import { CALLS, JOB, NOT_SENT } from "../guides.ts";
import type { ShopCall } from "../scenario/gateway.ts";
import { sleep } from "../scenario/shop.ts";

/** Earlier calls of the shop in the same step, and actions of a fault at the gateway. */
interface FaultContext {
  /** How many calls came before this one, and how many of them were POSTs. */
  readonly calls: number;
  readonly posts: number;
  /** The status of another order's token, if there is one. */
  readonly statusOfOther: () => Response | undefined;
  readonly forgetKeys: () => void;
}

/** What goes wrong between the shop and the gateway during a step. */
export interface Fault {
  readonly name: string;
  /** As the report prints it, after "while". */
  readonly text: string;
  /** What to change if a story with it breaks a law. */
  readonly advice: string;
  readonly answer: (call: ShopCall, context: FaultContext) => Promise<Response>;
  /** Whether refunds and charges are declined or refused, and whether the shop receives the answer. */
  readonly refuses?: "answered" | "lost";
}

/** Milliseconds until a slow gateway answers, and until a gateway without an answer closes the connection. */
const [SLOW, HANG] = [1500, 1000];

const failed = (status: number, message: string): Response => Response.json({ message }, { status });

const unavailable = (): Response => failed(503, "Service unavailable");

/** A lost response: the connection is closed. */
const lost = (): Response => Response.error();

const refused = (): Response => {
  const refusal = { message: "Base is not allowed.", errors: { base: ["is not allowed"] } };
  return Response.json({ response: { status: "error", ...refusal } }, { status: 422 });
};

const isFirstPost = ({ isPost }: ShopCall, { posts }: FaultContext): boolean => isPost && posts === 0;

/** The gateway processes the first POST, and the shop gets another answer than the real one. */
const processed =
  (answer: (real: Response) => Response | Promise<Response>): Fault["answer"] =>
  async (call, context) => {
    const real = await call.proceed();
    return isFirstPost(call, context) ? answer(real) : real;
  };

const processedBut = (
  name: string,
  how: string,
  advice: string,
  answer: Parameters<typeof processed>[0],
): Fault => ({
  name,
  text: `the gateway processes the shop's first POST, and ${how}`,
  advice,
  answer: processed(answer),
});

/** Whether the shop asks for a refund or a charge. */
export const isRequest = ({ operation }: ShopCall): boolean =>
  operation === "transactions.refund" || operation === "transactions.pay";

const UNKNOWN = `An error of the call says nothing about what the gateway did: keep what you asked for as unknown, and ask the gateway again later. ${JOB}`;
const ONCE = `Store the request with its key before the call, and send it again only with the same key or after a look-up: an error is not a refusal. ${CALLS}`;
const CREATED = `Never send create again by yourself after a lost answer: look at safeToRetry, and count payments for each order, not for each token. ${NOT_SENT}`;

/** The fault of a gateway that ignores idempotency keys. */
export const NO_KEYS = "no keys";

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
    answer: async (call, context) => (isFirstPost(call, context) ? unavailable() : call.proceed()),
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
    answer: async ({ isPost, proceed }) => (isPost ? proceed() : failed(404, "Record not found")),
  },
  {
    name: "other order",
    text: "the gateway answers the shop with the status of another order",
    advice: `Compare the token, amount, currency and tracking_id of a status with those that you asked for. ${JOB}`,
    answer: async ({ operation, proceed }, { statusOfOther }) =>
      (operation === "checkouts.get" || operation === "bills.get" ? statusOfOther() : undefined) ?? proceed(),
  },
  processedBut("slow", `answers after ${SLOW / 1000} seconds`, CREATED, (real) =>
    sleep(SLOW).then(() => real),
  ),
  processedBut("lost", "its answer is lost", CREATED, lost),
  processedBut("done 503", "answers 503", CREATED, unavailable),
  processedBut("done 408", "answers 408", ONCE, () => failed(408, "Request timeout")),
  processedBut("done 409", 'answers 409 "in progress"', ONCE, () =>
    failed(409, "A request with this RequestID is in progress"),
  ),
  {
    name: "lost and down",
    text: "the gateway processes the shop's first POST, its answer is lost, and the gateway is down after that",
    advice: ONCE,
    answer: async (call, context) => (context.posts > 0 ? unavailable() : processed(lost)(call, context)),
  },
  {
    name: "declined",
    text: "the gateway declines what the shop asks for",
    advice: `A refund or a charge that was declined is a result, not an error: read its status, and report it to the person who asked for it. ${CALLS}`,
    refuses: "answered",
    answer: async ({ decline, proceed }) => (await decline()) ?? proceed(),
  },
  {
    name: "declined and lost",
    text: "the gateway declines what the shop asks for, and its answer is lost",
    advice: `Read the status of what you find when you look for it: what was declined is there, too. ${CALLS}`,
    refuses: "lost",
    answer: async ({ decline, proceed }) => ((await decline()) ? lost() : proceed()),
  },
  {
    name: "422",
    text: "the gateway refuses what the shop asks for with 422",
    advice: `A refusal is a result, not an error: nothing was made, and nothing will be. Report it to the person who asked for it. ${CALLS}`,
    refuses: "answered",
    answer: async (call) => (isRequest(call) ? refused() : call.proceed()),
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
