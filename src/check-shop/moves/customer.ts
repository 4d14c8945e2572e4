import { LIFECYCLE, ONCE_ONLY, OUTCOME, RETURN_URL } from "../guides.ts";
import type { OrderHistory } from "../stage/order-history.ts";
import type { Stage } from "../stage/stage.ts";
import type { Move } from "./move.ts";

const isOpen = ({ gateway, order }: Stage): boolean => gateway.isOpen(order.token);

const pendingOf = ({ gateway, order }: Stage): string | undefined => gateway.pendingOf(order.token);

/** A token of the order that can be paid: what the shop gave the customer first. */
const openToken = ({ gateway, order }: Stage): string | undefined =>
  order.tokens.find((token) => gateway.isOpen(token));

/** Opens the addresses of a token's settings as the customer's browser would. */
async function open(
  stage: Stage,
  { token }: OrderHistory,
  names: readonly string[],
  query: Readonly<Record<string, string>>,
): Promise<string> {
  const texts = names.flatMap((name) => stage.gateway.setting(token, name) ?? []);
  const urls = [...new Set(texts)].flatMap((text) => (URL.canParse(text) ? new URL(text) : []));
  for (const url of urls)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const opened = await Promise.all(urls.map((url) => stage.gateway.openPage(url)));
  if (opened.includes(true)) return "";
  stage.leftOut.add(`pages of the shop: no page answers at settings.${names.join(" or ")}`);
  return " (no page answered)";
}

const RETURNS = ["return_url", "success_url"];

/** What the gateway adds to the return address of a token. */
const queryOf = ({ gateway }: Stage, { token }: OrderHistory): Record<string, string> => {
  const latest = gateway.latestOf(token);
  return { token, status: latest?.status ?? "incomplete", ...(latest && { uid: latest.uid }) };
};

const BOTH = `The return page and the notification tell of the same payment: let one function take it, under one key. ${ONCE_ONLY}`;

export const CUSTOMER: readonly Move[] = [
  {
    name: "other",
    weight: 1,
    isPossible: ({ other }) => other === undefined,
    play: async (stage) => {
      const order = await stage.place();
      return `another customer's order ${order.id} placed for ${stage.amountOf(order)}`;
    },
  },
  {
    name: "pay other",
    weight: 2,
    isPossible: ({ gateway, other }) => other !== undefined && gateway.isOpen(other.token),
    play: async ({ gateway, other }) => {
      if (other) await gateway.pay(other.token);
      return `order ${other?.id} paid`;
    },
  },
  {
    name: "pay",
    weight: 8,
    isPossible: (stage) => openToken(stage) !== undefined,
    play: async (stage) => {
      const token = openToken(stage) ?? "";
      await stage.gateway.pay(token);
      return token === stage.order.token ? "paid" : `another ${stage.paidBy} of the order paid`;
    },
  },
  {
    name: "pay again",
    weight: 2,
    advice: `Mark an order as paid once, and keep the uid of a second payment: someone has to refund it. ${ONCE_ONLY}`,
    isPossible: (stage) => stage.isPaid(stage.order) && stage.order.tokens.length < 3,
    play: async (stage) =>
      `the customer had begun twice, and paid the second ${stage.paidBy} too; ${await stage.payOther({})}`,
  },
  {
    name: "decline",
    weight: 4,
    advice: `Leave an order as it is when an attempt failed, whenever that is notified: only outcome "paid" changes it. ${LIFECYCLE}`,
    isPossible: isOpen,
    play: async ({ gateway, order }) => {
      await gateway.decline(order.token);
      return order.terms.isBill ? "the payment of the bill failed" : "card declined";
    },
  },
  {
    name: "pend",
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
  {
    name: "settle",
    weight: 4,
    isPossible: (stage) => pendingOf(stage) !== undefined,
    play: async (stage) => {
      await stage.gateway.complete(pendingOf(stage) ?? "", "successful");
      return "the pending payment succeeded";
    },
  },
  {
    name: "fail",
    weight: 2,
    advice: `A payment that was pending may fail: fulfil only when outcome is "paid". ${OUTCOME}`,
    isPossible: (stage) => pendingOf(stage) !== undefined,
    play: async (stage) => {
      await stage.gateway.complete(pendingOf(stage) ?? "", "failed");
      return "the pending payment failed";
    },
  },
  {
    name: "expire",
    weight: 1,
    advice: `Do nothing for an expired token but close the order, if it is still open. ${LIFECYCLE}`,
    isPossible: isOpen,
    play: async (stage) => {
      await stage.gateway.expire(stage.order.token);
      return `the ${stage.paidBy} expired`;
    },
  },
  {
    name: "expire second",
    weight: 1,
    advice: `Let an expired token change only an order that is still open, in the statement itself: UPDATE … WHERE status = 'open'. ${LIFECYCLE}`,
    isPossible: (stage) => stage.isPaid(stage.order) && stage.order.tokens.length < 3,
    play: async (stage) => {
      const { gateway, order } = stage;
      const token = gateway.copyToken(order.token);
      stage.addToken(order, token);
      await gateway.expire(token);
      const delivery = order.held.at(-1);
      return `the customer had begun twice, and the second ${stage.paidBy} expired; ${delivery ? await stage.post(order, delivery) : ""}`;
    },
  },
  {
    name: "cancel",
    weight: 1,
    advice: `Take a payment of an order that its customer had cancelled, or refund it: the token could still be paid. ${LIFECYCLE}`,
    isPossible: (stage) =>
      stage.gateway.setting(stage.order.token, "cancel_url") !== undefined && isOpen(stage),
    play: async (stage) => {
      stage.order.mayBePutAside = true;
      return `the customer went back by cancel_url${await open(stage, stage.order, ["cancel_url"], {})}`;
    },
  },
  {
    name: "return",
    weight: 4,
    advice: BOTH,
    isPossible: () => true,
    play: async (stage) =>
      `the customer returned${await open(stage, stage.order, RETURNS, queryOf(stage, stage.order))}`,
  },
  {
    name: "return bare",
    weight: 1,
    advice: BOTH,
    isPossible: () => true,
    play: async (stage) =>
      `the customer returned, without a token in the address${await open(stage, stage.order, RETURNS, {})}`,
  },
  {
    name: "return other",
    weight: 3,
    advice: `Take only the token from the address, and fulfil the order that the tracking_id of its payment names, whatever order the address names. ${RETURN_URL}`,
    isPossible: (stage) => stage.other !== undefined && stage.isPaid(stage.other),
    play: async (stage) => {
      const { order, other } = stage;
      const query = other ? queryOf(stage, other) : {};
      return `the return address opened with the token of order ${other?.id}${await open(stage, order, RETURNS, query)}`;
    },
  },
  {
    name: "return claimed",
    weight: 2,
    advice: `Ask checkouts.get when a customer returns: anyone can write the address. ${RETURN_URL}`,
    isPossible: () => true,
    play: async (stage) => {
      const query = { token: stage.order.token, status: "successful", uid: crypto.randomUUID() };
      return `the return address opened with status=successful${await open(stage, stage.order, RETURNS, query)}`;
    },
  },
];

/** The first move of every story. */
export const ORDER: Move = {
  name: "order",
  weight: 0,
  isPossible: ({ orders }) => orders.length === 0,
  play: async (stage) => {
    const before = new Set(stage.gateway.tokens());
    const order = await stage.place();
    const told = `order ${order.id} placed for ${stage.amountOf(order)}`;
    // Other stories place orders at the same time, except while the gateway fails.
    if (!stage.isAlone) return told;
    const made = stage.gateway.tokens().filter((token) => !before.has(token) && token !== order.token);
    for (const token of made) if (stage.gateway.accept(token)) stage.addToken(order, token);
    return made.length === 0 ? told : `${told}; the shop had made ${made.length + 1} tokens`;
  },
};
