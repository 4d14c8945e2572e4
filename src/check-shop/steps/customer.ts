import { parseUrl } from "../../shared/parse-url.ts";
import { LIFECYCLE, ONCE_ONLY, OUTCOME, RETURN_URL } from "../guides.ts";
import type { TermChanges } from "../scenario/gateway.ts";
import { OrderHistory } from "../scenario/history.ts";
import { type Move, needing, type StoryRun } from "../scenario/story-run.ts";

const isOpen = ({ gateway, order }: StoryRun): boolean => gateway.isOpen(order.token);

/** The first token of the order that can be paid. */
const openToken = ({ gateway, order }: StoryRun): string | undefined =>
  order.tokens.find((token) => gateway.isOpen(token));

/** Ends the pending payment of the order. */
const ending = (status: "successful" | "failed", text: string) =>
  needing(
    ({ gateway, order }) => gateway.pendingOf(order.token),
    async ({ gateway }, uid) => {
      await gateway.complete(uid, status);
      return text;
    },
  );

/** The limit keeps generated stories short. */
export const canBeginAgain = ({ order }: StoryRun): boolean => order.tokens.length < 3;

const canPayAgain = (run: StoryRun): boolean => run.isPaid(run.order) && canBeginAgain(run);

/** Posts the notification of what the customer did last. */
const postLast = async (run: StoryRun, order: OrderHistory): Promise<string> => {
  const notification = order.unsent.at(-1);
  return notification ? run.post(order, notification) : "no notification came";
};

/** Lets the customer pay another token of the order, and posts its notification. */
export async function payAnother(run: StoryRun, changes: TermChanges): Promise<string> {
  const { gateway, order } = run;
  const token = gateway.copyToken(order.token, changes);
  // A payment with another tracking_id is not a payment of this order. It must only not pay the order.
  const isOfOther = changes.order?.tracking_id !== undefined;
  const history = isOfOther ? new OrderHistory(order.id, token, order.terms) : order;
  run.addToken(history, token);
  await gateway.pay(token);
  return postLast(run, history);
}

/** Opens pages in the settings of the order's token as the customer's browser would. @returns what the report adds. */
async function openPages(
  { gateway, order, leftOut }: StoryRun,
  names: readonly string[],
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const texts = new Set(names.flatMap((name) => gateway.setting(order.token, name) ?? []));
  const urls = [...texts].flatMap((text) => parseUrl(text) ?? []);
  for (const url of urls)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const opened = await Promise.all(urls.map((url) => gateway.openPage(url)));
  if (opened.includes(true)) return "";
  leftOut.add(`pages of the shop: no page answers at settings.${names.join(" or ")}`);
  return " (no page answered)";
}

/** What the gateway adds to the return address of a token. */
const queryOf = ({ gateway }: StoryRun, { token }: OrderHistory): Record<string, string> => {
  const latest = gateway.latestOf(token);
  return { token, status: latest?.status ?? "incomplete", ...(latest && { uid: latest.uid }) };
};

const openReturn = (run: StoryRun, query: Readonly<Record<string, string>>): Promise<string> =>
  openPages(run, ["return_url", "success_url"], query);

const BOTH = `The return page and the notification tell of the same payment: let one function take it, under one key. ${ONCE_ONLY}`;

export const CUSTOMER: Readonly<Record<string, Move>> = {
  /** The first move of every story, and of no other step. */
  order: {
    weight: 0,
    isPossible: ({ orders }) => orders.length === 0,
    play: async (run) => {
      const { gateway } = run;
      const before = new Set(gateway.tokens());
      const order = await run.place();
      const text = `order ${order.id} placed for ${order.terms.price}`;
      // Other stories place orders at the same time, except while the gateway fails.
      if (!run.isAlone) return text;
      const others = gateway.tokens().filter((token) => !before.has(token) && token !== order.token);
      for (const token of others) if (gateway.accept(token)) run.addToken(order, token);
      return others.length === 0 ? text : `${text}; the shop had made ${others.length + 1} tokens`;
    },
  },
  other: {
    weight: 1,
    isPossible: ({ other }) => other === undefined,
    play: async (run) => {
      const { id, terms } = await run.place();
      return `another customer's order ${id} placed for ${terms.price}`;
    },
  },
  "pay other": {
    weight: 2,
    ...needing(
      ({ gateway, other }) => (other && gateway.isOpen(other.token) ? other : undefined),
      async ({ gateway }, { id, token }) => {
        await gateway.pay(token);
        return `order ${id} paid`;
      },
    ),
  },
  pay: {
    weight: 8,
    ...needing(openToken, async ({ gateway, order, paidBy }, token) => {
      await gateway.pay(token);
      return token === order.token ? "paid" : `another ${paidBy} of the order paid`;
    }),
  },
  "pay again": {
    weight: 2,
    advice: `Mark an order as paid once, and keep the uid of a second payment: someone has to refund it. ${ONCE_ONLY}`,
    isPossible: canPayAgain,
    play: async (run) =>
      `the customer had begun twice, and paid the second ${run.paidBy} too; ${await payAnother(run, {})}`,
  },
  decline: {
    weight: 4,
    advice: `Leave an order as it is when an attempt failed, whenever that is notified: only outcome "paid" changes it. ${LIFECYCLE}`,
    isPossible: isOpen,
    play: async ({ gateway, order }) => {
      await gateway.decline(order.token);
      return order.terms.isBill ? "the payment of the bill failed" : "card declined";
    },
  },
  pend: {
    weight: 2,
    advice: `Wait while outcome is "pending": no money has arrived. ${LIFECYCLE}`,
    isPossible: isOpen,
    play: async ({ gateway, order }) => {
      await gateway.payLater(order.token);
      return order.terms.isBill
        ? "the customer opened the bill"
        : "paid by a method that is pending at first";
    },
  },
  settle: { weight: 4, ...ending("successful", "the pending payment succeeded") },
  fail: {
    weight: 2,
    advice: `A payment that was pending may fail: fulfil only when outcome is "paid". ${OUTCOME}`,
    ...ending("failed", "the pending payment failed"),
  },
  expire: {
    weight: 1,
    advice: `Do nothing for an expired token but close the order, if it is still open. ${LIFECYCLE}`,
    isPossible: isOpen,
    play: async ({ gateway, order, paidBy }) => {
      await gateway.expire(order.token);
      return `the ${paidBy} expired`;
    },
  },
  "expire second": {
    weight: 1,
    advice: `Let an expired token change only an order that is still open, in the statement itself: UPDATE … WHERE status = 'open'. ${LIFECYCLE}`,
    isPossible: canPayAgain,
    play: async (run) => {
      const { gateway, order, paidBy } = run;
      const token = gateway.copyToken(order.token);
      run.addToken(order, token);
      await gateway.expire(token);
      return `the customer had begun twice, and the second ${paidBy} expired; ${await postLast(run, order)}`;
    },
  },
  cancel: {
    weight: 1,
    advice: `Take a payment of an order that its customer had cancelled, or refund it: the token could still be paid. ${LIFECYCLE}`,
    isPossible: (run) => isOpen(run) && run.gateway.setting(run.order.token, "cancel_url") !== undefined,
    play: async (run) => {
      run.order.mayBeInReview = true;
      return `the customer went back by cancel_url${await openPages(run, ["cancel_url"], {})}`;
    },
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
    advice: `Take only the token from the address, and fulfil the order that the tracking_id of its payment names, whatever order the address names. ${RETURN_URL}`,
    ...needing(
      (run) => (run.other && run.isPaid(run.other) ? run.other : undefined),
      async (run, other) =>
        `the return address opened with the token of order ${other.id}${await openReturn(run, queryOf(run, other))}`,
    ),
  },
  "return claimed": {
    weight: 2,
    advice: `Ask checkouts.get when a customer returns: anyone can write the address. ${RETURN_URL}`,
    play: async (run) => {
      const query = { token: run.order.token, status: "successful", uid: crypto.randomUUID() };
      return `the return address opened with status=successful${await openReturn(run, query)}`;
    },
  },
};
