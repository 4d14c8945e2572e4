import type { ShopCall } from "../../gateway/shop-call.ts";
import { CALLS, JOB, NOT_SENT, WAITS } from "../../guides.ts";
import { sleep } from "../pace.ts";

/** Earlier calls of the shop in the same step, and actions of a fault at the gateway. */
interface FaultContext {
  /** How many calls came before this one, and how many of them were POSTs. */
  readonly calls: number;
  readonly posts: number;
  readonly statusOfOther: () => Response | undefined;
  /** Lets the gateway process a repeat of the same POST again. */
  readonly forget: () => void;
  /** Waits for so many milliseconds before an answer. Ends if the process that waits for the answer was killed. */
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** A failure between the shop and the gateway during a step. */
export interface Fault {
  /** As the report prints it, after "while". */
  readonly text: string;
  /** What to change if a story with it breaks a law. */
  readonly advice: string;
  readonly answer: (call: ShopCall, context: FaultContext) => Promise<Response>;
  /** How often it is in generated stories, compared with other faults. Default 1. */
  readonly weight?: number;
}

/** Milliseconds until a slow gateway answers, until it closes a connection without an answer, and until it processes a late call. */
const [SLOW, HANG, LATE] = [700, 300, 300];

const SLOW_WEIGHT = 0.1;

const failed = (status: number, message: string): Response => Response.json({ message }, { status });

const unavailable = (): Response => failed(503, "Service unavailable");

/** A lost response: the connection is closed. */
const lost = (): Response => Response.error();

const isFirstPost = ({ isPost }: ShopCall, { posts }: FaultContext): boolean => isPost && posts === 0;

/** The gateway processes the first POST, and the shop gets another answer than the real one. */
const processed =
  (answer: (real: Response, context: FaultContext) => Response | Promise<Response>): Fault["answer"] =>
  async (call, context) => {
    const real = await call.proceed();
    return isFirstPost(call, context) ? answer(real, context) : real;
  };

const processedBut = (
  how: string,
  advice: string,
  answer: Parameters<typeof processed>[0],
  weight = 1,
): Fault => ({
  text: `the gateway processes the shop's first POST, and ${how}`,
  advice,
  answer: processed(answer),
  weight,
});

const isRequest = ({ operation }: ShopCall): boolean =>
  /^transactions\.(refund|capture|void|pay)$/.test(String(operation));

const UNKNOWN = `An error of the call does not show what the gateway did. Store the request as unknown, and call again later. ${JOB}`;
const ONCE = `An error is not a refusal. Before you send a request again, search for its tracking_id, or send it with the same RequestID. A tracking_id alone stops no repeat. ${CALLS}`;
const CREATED = `Do not call create again after a lost response. Read safeToRetry, and count payments for each order, not for each token. ${NOT_SENT}`;

/** How the faults of a gateway that ignores idempotency keys begin. */
export const NO_KEYS = "no keys";

const ROWS: Readonly<Record<string, Fault>> = {
  "503": {
    text: "the gateway answers 503 to the shop",
    advice: UNKNOWN,
    answer: async () => unavailable(),
  },
  "503 once": {
    text: "the gateway answers 503 to the shop's first call",
    advice: UNKNOWN,
    answer: async ({ proceed }, { calls }) => (calls === 0 ? unavailable() : proceed()),
  },
  "503 later": {
    text: "the gateway answers the shop's first call, and 503 to all others",
    advice: `Change an order only after the gateway answered all calls for it. ${JOB}`,
    answer: async ({ proceed }, { calls }) => (calls === 0 ? proceed() : unavailable()),
  },
  "post 503": {
    text: "the gateway answers 503 to the shop's first POST, which it does not process",
    advice: `Keep a request that was not made, and let the job send it again. After an error, the job must go on. ${CALLS}`,
    answer: async (call, context) => (isFirstPost(call, context) ? unavailable() : call.proceed()),
  },
  hang: {
    text: "the gateway does not answer the shop",
    advice: UNKNOWN,
    answer: (_, { wait }) => wait(HANG).then(lost),
    weight: SLOW_WEIGHT,
  },
  "404": {
    text: 'the gateway answers "Record not found" to the shop',
    advice: UNKNOWN,
    answer: async ({ isPost, proceed }) => (isPost ? proceed() : failed(404, "Record not found")),
  },
  "other order": {
    text: "the gateway answers the shop with the status of another order",
    advice: `Compare token, amount, currency and tracking_id of a status with the order. ${JOB}`,
    answer: async ({ operation, proceed }, { statusOfOther }) =>
      (operation === "checkouts.get" || operation === "bills.get" ? statusOfOther() : undefined) ?? proceed(),
  },
  slow: processedBut(
    `answers after ${SLOW / 1000} seconds`,
    CREATED,
    (real, { wait }) => wait(SLOW).then(() => real),
    SLOW_WEIGHT,
  ),
  lost: processedBut("its response is lost", CREATED, lost),
  "done 503": processedBut("answers 503", CREATED, unavailable),
  "done 408": processedBut("answers 408", ONCE, () => failed(408, "Request timeout")),
  "done 409": processedBut('answers 409 "in progress"', ONCE, () =>
    failed(409, "A request with this RequestID is in progress"),
  ),
  "lost and down": {
    text: "the gateway processes the shop's first POST, its response is lost, and the gateway is down after that",
    advice: ONCE,
    answer: async (call, context) => (context.posts > 0 ? unavailable() : processed(lost)(call, context)),
  },
  declined: {
    text: "the gateway declines the shop's request",
    advice: `A declined capture, refund or charge is a result, not an error. Read its status, and show it to your staff. ${CALLS}`,
    answer: async ({ decline, proceed }) => (await decline()) ?? proceed(),
  },
  "declined and lost": {
    text: "the gateway declines the shop's request, and its response is lost",
    advice: `When you search for a request, read the status of the result, because declined requests are found, too. ${CALLS}`,
    answer: async ({ decline, proceed }) => ((await decline()) ? lost() : proceed()),
  },
  "3-D Secure": {
    text: "the gateway lets the shop's charge wait for 3-D Secure",
    advice: WAITS,
    answer: async ({ challenge, proceed }) => (await challenge()) ?? proceed(),
    weight: 0.3,
  },
  "422": {
    text: "the gateway refuses the shop's request with 422",
    advice: `A refusal is a result, not an error. Nothing moved, and nothing will. Show it to your staff. ${CALLS}`,
    answer: async (call) => (isRequest(call) ? call.refuse() : call.proceed()),
  },
  [NO_KEYS]: {
    text: "the gateway processes the shop's first POST, its response is lost, and the gateway ignores idempotency keys",
    advice: `Search for a request before you send it again, because a gateway that ignores RequestID makes it twice. ${CALLS}`,
    answer: async (call, context) => {
      context.forget();
      const answer = await processed(lost)(call, context);
      context.forget();
      return answer;
    },
  },
  [`${NO_KEYS} late`]: {
    text: "the gateway processes the shop's first POST late, its response is lost, and the gateway ignores idempotency keys",
    advice: `Let one statement claim a stored request for some minutes before it is sent, so that no other process sends it meanwhile. ${CALLS}`,
    answer: async (call, context) => {
      if (!isFirstPost(call, context)) return call.proceed();
      await sleep(LATE);
      context.forget();
      await call.proceed();
      context.forget();
      return lost();
    },
    weight: SLOW_WEIGHT,
  },
  [`${NO_KEYS} refused`]: {
    text: "the gateway processes the shop's first POST, its response is lost, and each repeat is refused",
    advice: `The refusal of a repeat does not show what the first call did. Search for the request before you take it for refused. ${CALLS}`,
    answer: async (call, context) => {
      if (context.posts === 0 || !isRequest(call)) return processed(lost)(call, context);
      context.forget();
      return call.refuse();
    },
  },
};

export const FAULTS: ReadonlyMap<string, Fault> = new Map(Object.entries(ROWS));
