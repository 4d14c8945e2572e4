/** What a story is expected to have done, so that a planned move is possible. A wrong shop may differ. */

/** What the orders of a shop are. */
export interface OrderKind {
  /** `payment` or `authorization`. */
  readonly type: string;
  /** What the customer pays. */
  readonly kind: "bill" | "payment link" | "token";
  /** Whether it can be paid any number of times. */
  readonly isReusable: boolean;
}

export interface Expected {
  readonly open: number;
  readonly pending: number;
  readonly paid: number;
  readonly tokens: number;
  readonly unsent: number;
  readonly sent: number;
  readonly other: "none" | "open" | "paid";
  /** Whether the shop was informed about a payment. */
  readonly isKnown: boolean;
  /** Number of payments that were taken back as a whole. */
  readonly spent: number;
  /** Number of refunds, captures and chargebacks. */
  readonly asked: number;
  readonly renewed: number;
}

export const START: Expected = {
  ...{ open: 1, pending: 0, paid: 0, tokens: 1, unsent: 0, sent: 0, other: "none" },
  ...{ isKnown: false, spent: 0, asked: 0, renewed: 0 },
};

type Rule = (now: Expected, kind: OrderKind) => Partial<Expected> | undefined;

const when = (isPossible: boolean, change: Partial<Expected> = {}): Partial<Expected> | undefined =>
  isPossible ? change : undefined;

/** The most tokens of a story. */
const MAX_TOKENS = 3;

const posted = ({ sent, paid, isKnown }: Expected): Partial<Expected> => ({
  sent: sent + 1,
  isKnown: isKnown || paid > 0,
});

/** The most refunds, captures and chargebacks of a story, and the most renewals. */
const [MAX_ASKED, MAX_RENEWED] = [6, 4];

/** The notification of a refund, a capture or a renewal comes later. */
const asked = ({ asked, unsent }: Expected): Partial<Expected> => ({ asked: asked + 1, unsent: unsent + 1 });

const RULES: readonly (readonly [names: RegExp, rule: Rule])[] = [
  [/^other$/, ({ other }) => when(other === "none", { other: "open" })],
  [/^pay other$/, ({ other }) => when(other === "open", { other: "paid" })],
  [
    /^pay$/,
    ({ open, paid, unsent }, { isReusable }) =>
      when(open > 0, { open: open - Number(!isReusable), paid: paid + 1, unsent: unsent + 1 }),
  ],
  [
    /^pay again$/,
    (now, { isReusable }) =>
      when(now.tokens < MAX_TOKENS, {
        tokens: now.tokens + Number(!isReusable),
        paid: now.paid + 1,
        sent: now.sent + 1,
        isKnown: true,
      }),
  ],
  [
    /^pay two/,
    (now) =>
      when(now.paid === 0 && now.open > 0 && now.tokens < MAX_TOKENS, {
        ...{ open: now.open - 1, paid: 2, tokens: now.tokens + 1, sent: now.sent + 2, isKnown: true },
      }),
  ],
  [/^decline$/, ({ open, unsent }) => when(open > 0, { unsent: unsent + 1 })],
  [
    /^pend$/,
    ({ open, pending, unsent }, { type, isReusable }) =>
      when(open > 0 && type === "payment" && !isReusable, {
        open: open - 1,
        pending: pending + 1,
        unsent: unsent + 1,
      }),
  ],
  [
    /^settle$/,
    ({ pending, paid, unsent }) =>
      when(pending > 0, { pending: pending - 1, paid: paid + 1, unsent: unsent + 1 }),
  ],
  [
    /^fail$/,
    ({ pending, open, unsent }) =>
      when(pending > 0, { pending: pending - 1, open: open + 1, unsent: unsent + 1 }),
  ],
  [/^expire$/, ({ open, unsent }) => when(open > 0, { open: open - 1, unsent: unsent + 1 })],
  [
    /^expire second$/,
    ({ paid, open, pending, tokens, sent }, { isReusable }) =>
      when((paid > 0 || (open === 0 && pending === 0)) && tokens < MAX_TOKENS && !isReusable, {
        ...{ tokens: tokens + 1, sent: sent + 1 },
      }),
  ],
  [/^cancel order$/, ({ isKnown }) => when(!isKnown)],
  [/^cancel$/, ({ open }) => when(open > 0)],
  [/^return other$/, ({ other }) => when(other === "paid")],
  [/^(return|job)/, ({ isKnown, paid }) => ({ isKnown: isKnown || paid > 0 })],
  [/^deliver oldest$/, (now) => when(now.unsent > 1, { ...posted(now), unsent: now.unsent - 1 })],
  [/^deliver( ten times)?$/, (now) => when(now.unsent > 0, { ...posted(now), unsent: now.unsent - 1 })],
  [/^deliver /, (now) => when(now.unsent > 0, posted(now))],
  [/^repeat$/, ({ sent }) => when(sent > 0)],
  [/^repeat first$/, ({ sent }) => when(sent > 1)],
  [/^forge other order$/, ({ other }) => when(other === "paid")],
  [/^forge earlier$/, ({ sent, unsent, paid }) => when(sent + unsent > paid)],
  [/^pay /, ({ sent }, { isReusable, kind }) => when(!(kind === "bill" && isReusable), { sent: sent + 1 })],
  [/^(capture|refund) again$/, (now) => when(now.asked > 0)],
  [/^(capture|refund) same$/, (now) => when(now.asked > 0 && now.asked < MAX_ASKED, asked(now))],
  [
    /^office refund early$/,
    (now) => when(now.spent < now.paid && now.asked < MAX_ASKED, { ...asked(now), spent: now.spent + 1 }),
  ],
  [/^office refund second$/, (now) => when(now.isKnown && now.paid > 1, asked(now))],
  [
    /^(refund|office refund|chargeback)/,
    (now) => when(now.isKnown && now.spent < now.paid && now.asked < MAX_ASKED, asked(now)),
  ],
  [/^expire hold$/, ({ isKnown }) => when(isKnown)],
  [/^(capture|office)/, (now) => when(now.isKnown && now.asked < MAX_ASKED, asked(now))],
  [/^confirm charge$/, ({ renewed }) => when(renewed > 0)],
  [/^renew again$/, ({ renewed }) => when(renewed > 0)],
  [
    /^renew/,
    (now) => when(now.isKnown && now.renewed < MAX_RENEWED, { ...asked(now), renewed: now.renewed + 1 }),
  ],
];

/** The state after a move. Undefined if the move would not be possible. */
export function expected(kind: OrderKind, now: Expected, name: string): Expected | undefined {
  const [, rule] = RULES.find(([names]) => names.test(name)) ?? [];
  const change = rule ? rule(now, kind) : {};
  if (!change) return undefined;
  const spent = now.spent + Number(/^(office )?refund rest$|^chargeback$/.test(name));
  return { ...now, ...change, spent };
}
