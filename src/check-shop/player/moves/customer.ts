import { parseUrl } from "../../../shared/parse-url.ts";
import { messageOf } from "../../../shared/values.ts";
import { waitingIn } from "../../gateway/book.ts";
import type { TermChanges } from "../../gateway/terms.ts";
import { CLOSED, JOB, LIFECYCLE, ONCE_ONLY, OUTCOME, RETURN_URL, WAITS } from "../../guides.ts";
import { type Move, needing } from "../move.ts";
import type { OrderHistory } from "../order-history.ts";
import { sleep } from "../pace.ts";
import { WrongResultError } from "../shop.ts";
import type { StoryRun } from "../story-run.ts";
import { signed } from "./notifications.ts";

const isOpen = ({ gateway, order }: StoryRun): boolean => gateway.isOpen(order.token);

/** The first token of the order that can be paid. */
const openToken = ({ gateway, order }: StoryRun): string | undefined =>
  order.tokens.find((token) => gateway.isOpen(token));

const ending = (
  status: "successful" | "failed",
  text: string,
  find = ({ gateway, order }: StoryRun) => gateway.pendingOf(order.token),
) =>
  needing(find, async ({ gateway }, uid) => {
    await gateway.complete(uid, status);
    return text;
  });

/** The limit keeps generated stories short. */
const canBeginAgain = ({ order }: StoryRun): boolean => order.tokens.length < 3;

/** Whether another token can expire, after a payment or after the first token has ended. */
const canExpireSecond = (run: StoryRun): boolean => {
  const { gateway, order } = run;
  const isOver = openToken(run) === undefined && gateway.pendingOf(order.token) === undefined;
  return (run.isPaid(order) || isOver) && canBeginAgain(run) && !order.terms.isReusable;
};

/** Posts the notification of the customer's last action. */
export const postLast = async (run: StoryRun): Promise<string> => {
  const notification = run.order.unsent.at(-1);
  return notification ? run.post(run.order, notification) : "no notification came";
};

const isPermanent = ({ terms }: OrderHistory): boolean => terms.kind === "bill" && terms.isReusable;

/** Another token of the order. A permanent bill is paid again. */
const begin = (run: StoryRun, changes?: TermChanges): string => {
  const { gateway, order } = run;
  if (!changes && isPermanent(order)) return order.token;
  const token = gateway.copyToken(order.token, changes);
  run.addToken(order, token);
  return token;
};

export async function payAnother(run: StoryRun, changes?: TermChanges): Promise<string> {
  await run.gateway.pay(begin(run, changes));
  return postLast(run);
}

/** Opens pages in the settings of the order's token as the customer's browser would. @returns what the report adds. */
async function openPages(
  { gateway, order, shop: { pages } }: StoryRun,
  names: readonly string[],
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const texts = new Set(names.flatMap((name) => gateway.setting(order.token, name) ?? []));
  const urls = [...texts].flatMap((text) => parseUrl(text) ?? []);
  for (const url of urls)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const opened = await Promise.all(urls.map((url) => gateway.openPage(url)));
  const name = `settings.${names.join(" or ")}`;
  pages.set(name, pages.get(name) === true || opened.includes(true));
  return opened.includes(true) ? "" : " (no page answered)";
}

/** The parameters that the gateway adds to the return address of a token. */
const queryOf = ({ gateway }: StoryRun, { token }: OrderHistory): Record<string, string> => {
  const latest = gateway.latestOf(token);
  return { token, status: latest?.status ?? "incomplete", ...(latest && { uid: latest.uid }) };
};

const openReturn = (run: StoryRun, query: Readonly<Record<string, string>>): Promise<string> =>
  openPages(run, ["return_url", "success_url"], query);

const BOTH = `The return page and the notification are about the same payment. Let both call one function. ${ONCE_ONLY}`;

/** Milliseconds between two notifications. A shop may lock the first moment of a payment, and write after that. */
const APART = 5;

/** Lets the customer or the staff cancel the order. @returns the line of the report. */
export async function cancelOrder(run: StoryRun): Promise<string> {
  const { order, shop } = run;
  const error = await shop.call("cancel", order.id).then(() => undefined, messageOf);
  const now = error === undefined ? await shop.fulfillments(order.id).catch(() => undefined) : undefined;
  // After a fault, the shop may have canceled it.
  const isAccepted = error === undefined || (run.isKilled || run.hasFault ? undefined : false);
  run.note(order, { is: "canceled", isAccepted, fulfillments: now?.count });
  return error === undefined ? "the order was canceled" : `the order was not canceled (${error})`;
}

/** Two payments of an order. @param gap Milliseconds from the first notification to the second. */
const payingTwo = (text: string, gap: number): Move => ({
  isRace: true,
  weight: gap === 0 ? 1 : 0.3,
  advice: `Let one statement of the database decide which payment pays the order, such as UPDATE … WHERE paid_by IS NULL. ${ONCE_ONLY}`,
  isPossible: (run) => !run.isPaid() && isOpen(run) && canBeginAgain(run),
  play: async (run) => {
    const { gateway, order } = run;
    await Promise.all([order.token, begin(run)].map((token) => gateway.pay(token)));
    const posts = await signed(run, order, 2);
    const posted = posts.map((post, index) => sleep(Math.max(0, index === 0 ? -gap : gap)).then(post));
    return `two ${order.terms.kind}s paid, ${text}: ${(await Promise.all(posted)).join(", ")}`;
  },
});

export const CUSTOMER: Readonly<Record<string, Move>> = {
  /** The first move of every story, and of no other step. */
  order: {
    weight: 0,
    places: true,
    isPossible: ({ orders }) => orders.length === 0,
    play: async (run) => {
      const { gateway } = run;
      const before = new Set(gateway.unclaimed());
      const order = await run.place();
      const text = `order ${order.id} placed for ${order.terms.price}`;
      // Other stories place orders at the same time, except while the gateway fails.
      if (!run.hasFault) return text;
      const others = gateway.unclaimed().filter((token) => !before.has(token));
      for (const token of others) if (gateway.accept(token)) run.addToken(order, token);
      return others.length === 0 ? text : `${text}, and the shop created ${others.length + 1} tokens`;
    },
  },
  pay: {
    weight: 8,
    ...needing(openToken, async ({ gateway, order: { token, tokens, terms } }, open) => {
      await gateway.pay(open);
      const done = terms.type === "authorization" ? "the amount was held" : "paid";
      const which = open === token ? "the first" : "another";
      return tokens.length === 1 ? done : `${which} ${terms.kind} of the order: ${done}`;
    }),
  },
  "pay again": {
    weight: 2,
    advice: `Store the uid of the payment that pays the order. Keep any other payment for manual review. ${ONCE_ONLY}`,
    isPossible: canBeginAgain,
    play: async (run) => `the customer paid a second ${run.order.terms.kind}; ${await payAnother(run)}`,
  },
  "begin again": {
    weight: 1,
    needs: "payAgain",
    advice: `Keep each token of an order, and ask for each of them until it is paid or the order is over, because the customer may pay an earlier one. ${JOB}`,
    isPossible: (run) => !run.isPaid() && canBeginAgain(run),
    play: async (run) => {
      try {
        return await run.payAgain(run.order);
      } catch (error) {
        if (error instanceof WrongResultError) throw error;
        return `the shop gave no other ${run.order.terms.kind} (${messageOf(error)})`;
      }
    },
  },
  "pay newest": {
    weight: 1,
    needs: "payAgain",
    ...needing(
      ({ gateway, order }) => order.given.slice(1).findLast((token) => gateway.isOpen(token)),
      async ({ gateway, order }, token) => {
        await gateway.pay(token);
        return `the newest ${order.terms.kind} of the order paid`;
      },
    ),
  },
  "pay two": payingTwo("posted at the same moment", 0),
  "pay two apart": payingTwo(`the second posted ${APART} ms after the first`, APART),
  "pay two reversed": payingTwo(`the first posted ${APART} ms after the second`, -APART),
  decline: {
    weight: 4,
    advice: `Leave an order as it is if an attempt failed. Only outcome "paid" changes it. ${LIFECYCLE}`,
    isPossible: isOpen,
    play: async ({ gateway, order }) => {
      await gateway.decline(order.token);
      return order.terms.kind === "bill" ? "the payment of the bill failed" : "card declined";
    },
  },
  pend: {
    weight: 2,
    advice: `Wait while outcome is "pending", because no money has arrived. ${LIFECYCLE}`,
    isPossible: (run) => isOpen(run) && run.order.terms.type === "payment" && !isPermanent(run.order),
    play: async ({ gateway, order }) => {
      await gateway.payLater(order.token);
      return order.terms.kind === "bill"
        ? "the customer opened the bill"
        : "paid by a method that is pending at first";
    },
  },
  settle: { weight: 4, ...ending("successful", "the pending payment succeeded") },
  fail: {
    weight: 2,
    advice: `A pending payment may fail. Fulfill the order only if outcome is "paid". ${OUTCOME}`,
    ...ending("failed", "the pending payment failed"),
  },
  "confirm charge": {
    weight: 0.3,
    needs: "renew",
    advice: WAITS,
    ...ending("successful", "the customer confirmed the charge by 3-D Secure", ({ gateway, order }) =>
      waitingIn(gateway.book, order.tokens),
    ),
  },
  expire: {
    weight: 1,
    advice: `Do nothing for an expired token, except to close an order that is still open. ${LIFECYCLE}`,
    isPossible: isOpen,
    play: async ({ gateway, order }) => {
      await gateway.expire(order.token);
      return `the ${order.terms.kind} expired`;
    },
  },
  "expire second": {
    weight: 1,
    advice: `Let an expired token change only an order that is still open, in the statement itself: UPDATE … WHERE paid_by IS NULL. ${LIFECYCLE}`,
    isPossible: canExpireSecond,
    play: async (run) => {
      await run.gateway.expire(begin(run));
      return `a second ${run.order.terms.kind} of the order expired; ${await postLast(run)}`;
    },
  },
  cancel: {
    weight: 1,
    advice: `Accept a payment of a canceled order, or keep it for manual review, because its token could still be paid. ${LIFECYCLE}`,
    isPossible: (run) => isOpen(run) && run.gateway.setting(run.order.token, "cancel_url") !== undefined,
    play: async (run) => {
      run.note(run.order, { is: "left", by: "cancel_url" });
      return `the customer went back by cancel_url${await openPages(run, ["cancel_url"], {})}`;
    },
  },
  "cancel order": {
    weight: 1,
    needs: "cancel",
    advice: `Cancel an order only if it is not paid, or refund it whole. A payment of a canceled order pays nothing, so keep it for manual review. With the SDK, return closed: true from findOrder. ${CLOSED}`,
    play: cancelOrder,
  },
  return: {
    weight: 4,
    advice: BOTH,
    play: async (run) => `the customer returned${await openReturn(run, queryOf(run, run.order))}`,
  },
  "return bare": {
    weight: 1,
    advice: BOTH,
    play: async (run) => `the customer returned, without a token in the address${await openReturn(run, {})}`,
  },
  "return other": {
    weight: 3,
    advice: `Read only the token from the return address. Fulfill the order of the payment's tracking_id, not the order in the address. ${RETURN_URL}`,
    ...needing(
      (run) => (run.other && run.isPaid(run.other) ? run.other : undefined),
      async (run, other) =>
        `the return address opened with the token of order ${other.id}${await openReturn(run, queryOf(run, other))}`,
    ),
  },
  "return claimed": {
    weight: 2,
    advice: `Call checkouts.get when a customer returns, because anyone can write the address. ${RETURN_URL}`,
    play: async (run) => {
      const query = { token: run.order.token, status: "successful", uid: crypto.randomUUID() };
      return `the return address opened with status=successful${await openReturn(run, query)}`;
    },
  },
};
