import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { PaymentsClient, type Transaction } from "../../src/index.ts";
import { checkShop, Sandbox } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { type Change, type Opening, openChangedShop } from "./open-changed-shop.ts";
import { type Open, RIGHT_SHOPS } from "./right-shops.ts";
import { OPENINGS as bills, KINDS } from "./shops/bills.ts";
import { OPENINGS as holds, openWithStaff } from "./shops/holds.ts";
import { OPENINGS as licenses } from "./shops/licenses.ts";
import { WRONG_SHOPS } from "./wrong-shops.ts";

/** How long stories are tried, in milliseconds: long runs have a script of their own. */
const BUDGET = Number(process.env["CHECK_SHOP_BUDGET"] ?? 8000);

beforeAll(() => {
  // How long the shops wait before they send a request again.
  vi.stubEnv("PAYMENTS_UNDER_WAY", "2000");
});

afterAll(() => {
  vi.unstubAllEnvs();
});

// Most of a story is a wait, so the shops of this file are checked side by side.
test.concurrent.each(RIGHT_SHOPS)(
  "the right shop $name passes",
  { timeout: BUDGET + 240_000 },
  async ({ open }) => {
    const seed = Number(process.env["CHECK_SHOP_SEED"] ?? 1);
    // On a busy machine, the first story may take the whole budget.
    for (let budget = BUDGET, stories = 0; stories <= 5; budget *= 2) {
      const sandbox = new Sandbox({ state: freshState });
      const report = await checkShop({ sandbox, ...(await open(sandbox)), seed, budget });
      if (process.env["CHECK_SHOP_BUDGET"]) console.log(String(report)); // `npm run check-shop:long` reads it
      expect(report.failures, String(report)).toStrictEqual([]);
      expect(report.tried.seed).toBe(seed);
      stories = report.tried.stories;
    }
  },
);

/** Plays stories of a shop next to each other, because they wait. They break no law. */
async function pass(open: Open, stories: readonly string[]) {
  await Promise.all(
    stories.map(async (story) => {
      const sandbox = new Sandbox({ state: freshState });
      const report = await checkShop({ sandbox, ...(await open(sandbox)), story });
      expect(report.failures, String(report)).toStrictEqual([]);
      expect(report.tried.leftOut.filter((what) => what.startsWith("the move"))).toStrictEqual([]);
    }),
  );
}

const changedIn =
  (file: Opening["file"], ...changes: readonly Change[]): Open =>
  (sandbox) =>
    openChangedShop(sandbox, changes, { file, index: 0 });

const changed = (...changes: readonly Change[]): Open => changedIn("with-sdk", ...changes);

test.concurrent("the staff captures again after the bank declined a capture", () =>
  pass(openWithStaff, ["order, pay, deliver, capture rest @declined"]));

test.concurrent("a shop that sells license keys uses each function, and passes", () => {
  const [open] = licenses;
  return pass(open ?? openWithStaff, [
    "order, other, pay both",
    "order, sell out",
    "order, begin again, pay, pay newest, job",
    "order, expire, deliver, begin again, pay newest, deliver",
    "order, pay, deliver, pay again, job, refund review, refund again",
    "order, cancel order, pay, deliver, job, refund review",
    "order, expire orders, pay, deliver, job, refund review",
    "order, declinedToken=finished, decline, begin again, pay, job",
    "order, fail shipping, pay, deliver, office refund part early, deliver, cancel order, job",
    "order, pay, cancel unfulfilled, job, repeat",
    "order, pay, cancel while fulfilling, job",
    "order, pay, refund unfulfilled, job",
    "order, pay, office refund unfulfilled, job",
    "order, pay, chargeback unfulfilled, job",
    "order, pay, office refund part unfulfilled, job",
    "order, pay, expire orders, deliver, job",
    "order, pay, expire unfulfilled, job, pay again",
    "order, other, fail shipping, pay, deliver, pay other, job",
    "order, pay, go down, deliver, job, come back, job",
    "order, pay currency 0, job, refund review",
    "order, pay currency 3, job, refund review",
    "order, pay hundred times, job, refund review",
    "order, pay, deliver, refund @declined, refund rest",
    "order, pay, deliver, refund + restart at post @slow, job",
    "order, pay, deliver, refund @no keys refused, refund again",
  ]);
});

test.concurrent("a shop that is killed while its clock passes the end of its orders passes it again", async () => {
  const sandbox = new Sandbox({ state: freshState });
  const [open = openWithStaff] = licenses;
  const { restart, expireOrders, ...functions } = await open(sandbox);
  let isUp = true;
  const begin = async (): Promise<void> => {
    isUp = false;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await restart?.();
    isUp = true;
  };
  const end = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!isUp) throw new TypeError("fetch failed");
    await expireOrders?.();
  };
  const story = "order, expire orders + restart";
  const report = await checkShop({ sandbox, ...functions, restart: begin, expireOrders: end, story });
  expect(report.verdict, String(report)).toBe("passed");
});

test.concurrent("a job may forget a token after the time of its order, if the gateway calls it finished", () =>
  pass(
    changedIn(
      "licenses",
      ["const { is } = await", "const { is, isFinal, order } = await"],
      ['if (is === "paid")', 'if (is === "paid" || (isFinal && order.isOver))'],
      ["tables.stock += 1;\n      }", "tables.stock += 1;\n        order.isOver = true;\n      }"],
    ),
    [
      "order, declinedToken=finished, decline, expire orders, job, pay",
      "order, declinedToken=finished, expire orders, decline, job, pay",
    ],
  ));

test.concurrent("a refund waits until a timer has captured the hold", () =>
  pass(
    changedIn("holds", [
      "for (const each of this.database.orders.values()) await this.capture(each).catch(() => undefined);",
      "setTimeout(() => Array.from(this.database.orders.values(), (each) => this.capture(each).catch(() => undefined)), 300);",
    ]),
    ["order, pay, deliver, refund"],
  ));

test.concurrent("a slow job may have sent a request just before its end", () => {
  const open: Open = async (sandbox) => {
    const shop = await openWithStaff(sandbox);
    let runs = 0;
    const reconcile = async () => {
      runs += 1;
      // Longer than the shop waits before it sends the request again.
      if (runs === 1) await new Promise((resolve) => setTimeout(resolve, 3000));
      await shop.reconcile?.();
    };
    return { ...shop, reconcile };
  };
  return pass(open, ["order, pay, deliver, capture @post 503, job @hang"]);
});

test.concurrent("gateways that ignore keys are not tried with a shop that relies on them", {
  timeout: 240_000,
}, async () => {
  const sandbox = new Sandbox({ state: freshState });
  const shop = await openChangedShop(
    sandbox,
    WRONG_SHOPS["trusts that the gateway knows keys"]?.changes ?? [],
  );
  const { failures, tried } = await checkShop({
    sandbox,
    ...shop,
    idempotencyKeys: true,
    seed: 1,
    budget: BUDGET,
  });
  expect(failures).toStrictEqual([]);
  expect(tried.leftOut).toContain("gateways that ignore idempotency keys (leave out idempotencyKeys)");
});

test.concurrent("a shop that fulfills in a queue is given its time", () =>
  pass(changed(["order.shipments += 1;", "setTimeout(() => (order.shipments += 1), 1500);"]), [
    "order, pay, deliver",
    "order, pay, deliver, repeat",
    "order, pay, deliver, office refund",
  ]));

test.concurrent("a shop that was notified of a pending payment by a link need not know its success", async () => {
  for (const [index, open] of bills.entries()) {
    if (KINDS[index]?.endsWith("link")) await pass(open, ["order, pend, deliver, settle"]);
    if (KINDS[index] === "bill") await pass(open, ["order, pend, settle", "order, pend, settle, deliver"]);
  }
});

test.concurrent.each([{}, { inReview: undefined }])(
  "the second of two holds may pay the order",
  async (without) => {
    for (const open of holds)
      await pass(
        async (sandbox) => ({ ...(await open(sandbox)), ...without }),
        ["order, pay, pay again, capture, deliver"],
      );
  },
);

test.concurrent("a shop may refuse one of two refunds of the same moment itself", () => {
  const open: Open = async (sandbox) => {
    const { refund, ...functions } = await openChangedShop(sandbox, []);
    const refunded = new Map<string, number>();
    const refundWhatIsLeft = async (id: string, amount: number, request: string) => {
      const left = 12_900 - (refunded.get(id) ?? 0);
      if (amount > left) throw new Error(`Only ${left} can be refunded`);
      refunded.set(id, 12_900 - left + amount);
      await refund?.(id, amount, request);
    };
    return { ...functions, refund: refundWhatIsLeft };
  };
  return pass(open, ["order, pay, deliver, refund rest + refund"]);
});

test.concurrent("a repeat with the key of a refund that was declined or refused makes nothing", () => {
  const open: Open = async (sandbox) => {
    const payments = new PaymentsClient(sandbox.clientOptions);
    const shop = await openChangedShop(sandbox, []);
    let send: (() => Promise<Transaction>) | undefined;
    const refund = async (id: string, amount: number) => {
      const [payment] = await payments.transactions.findByTrackingId(id);
      const key = `${id}-refund`;
      const params = { parent_uid: payment?.uid ?? "", amount, reason: "Returned", tracking_id: key };
      send = async () => payments.transactions.refund(params, { idempotencyKey: key });
      const { status } = await send();
      if (status !== "successful") throw new Error(`The refund is ${status}`);
    };
    // Like a job that sends it at the same moment.
    const reconcile = async () => {
      await send?.().catch(() => undefined);
      await shop.reconcile?.();
    };
    return { ...shop, refund, reconcile };
  };
  return pass(
    open,
    ["declined", "422"].map((fault) => `order, pay, deliver, refund @${fault}, job`),
  );
});

test.concurrent("a customer who cannot place an order while the shop is killed breaks no law", () =>
  pass(changed(), ["order, other + restart, pay, deliver"]));

test.concurrent("an id without its last character may be the id of the next order", () =>
  pass(
    changed(
      [
        "const id = crypto.randomUUID();",
        'count += 1;\n    const id = "p".concat(String(count >> 1), count % 2 ? "z" : "z0");',
      ],
      ["class Shop {", "let count = -1;\n\nclass Shop {"],
    ),
    ["order, pay id without end, other, pay other, job", "order, other, pay both"],
  ));

test.concurrent("a refund of the back office at the same moment is no duplicate of the shop's own", () =>
  pass(
    changed([", duplicate_check: false", ""]),
    ["refund + office refund", "office refund + refund"].map((both) => `order, pay, deliver, ${both}`),
  ));

test.concurrent("a refund or a renewal that was accepted, and that the gateway declines or refuses later, is not missed", () =>
  pass(
    changed(
      ["await this.send(request);", "await this.send(request).catch(() => undefined);"],
      ['if (request.state !== "done") throw', 'if (request.state === "declined") throw'],
    ),
    ["refund", "renew"].flatMap((asked) => [
      ...["declined", "422"].map((fault) => `order, pay, deliver, ${asked} @post 503, job @${fault}`),
      `order, pay, deliver, ${asked} @declined and lost`,
    ]),
  ));

test.concurrent.each([true, false])(
  "a request may be accepted again while its result is unknown (%s)",
  (isLookedUp) => {
    const isUnderWay = "const key = row.id;\n    if (Date.now() - row.sentAt < 2000) return;";
    const changes: Change[] = isLookedUp ? [] : [["const key = row.id;", isUnderWay]];
    return pass(changedIn("tickets", ...changes), [
      ...["declined", "declined and lost", "422"].flatMap((fault) =>
        ["refund", "renew"].map((kind) => `order, pay, deliver, ${kind} @${fault}, job`),
      ),
      "order, pay, deliver, refund @declined, refund",
      "order, pay, deliver, refund too much",
      "order, pend, settle, deliver, refund @no keys",
      "order, pay, cancel order + restart, deliver",
      ...["hang", "slow"].map((fault) => `order, pay, deliver, refund + restart at post @${fault}`),
    ]);
  },
);
