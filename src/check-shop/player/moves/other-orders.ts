import { messageOf } from "../../../shared/values.ts";
import { JOB, ONCE_ONLY } from "../../guides.ts";
import { type Move, needing } from "../move.ts";
import type { OrderHistory } from "../order-history.ts";
import { sleep } from "../pace.ts";
import type { StoryRun } from "../story-run.ts";
import { signed } from "./notifications.ts";

/** More orders than a page of a list has, and how many of them are placed side by side. */
const [ABANDONED, SIDE_BY_SIDE] = [120, 12];

/** Pieces in stock, and how many more are ordered. */
const [PIECES, ABOVE] = [2, 3];

const ONE_STATEMENT = `Let one statement decide who gets a thing, such as UPDATE … WHERE order_id IS NULL. Do not read before the write. ${ONCE_ONLY}`;

/** Pays orders, and posts their notifications at the same moment. */
async function payAll(run: StoryRun, orders: readonly OrderHistory[]): Promise<string[]> {
  await Promise.all(orders.map(({ token }) => run.gateway.pay(token)));
  const posts = await Promise.all(orders.map((order) => signed(run, order, 1)));
  return Promise.all(posts.flat().map((post) => post()));
}

export const OTHER_ORDERS: Readonly<Record<string, Move>> = {
  other: {
    weight: 1,
    places: true,
    isPossible: ({ other }) => other === undefined,
    play: async (run) => {
      try {
        const { id, terms } = await run.place();
        return `another customer's order ${id} placed for ${terms.price}`;
      } catch (error) {
        // The shop may be killed at the same moment.
        if (!run.isKilled && !run.hasFault) throw error;
        return `another customer placed no order (${messageOf(error)})`;
      }
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
  "pay both": {
    weight: 0.5,
    isRace: true,
    advice: ONE_STATEMENT,
    isPossible: ({ gateway, order, other }) =>
      other !== undefined && gateway.isOpen(other.token) && gateway.isOpen(order.token),
    play: async (run) =>
      `both orders paid, posted at the same moment: ${(await payAll(run, run.orders)).join(", ")}`,
  },
  "fail shipping": {
    weight: 0,
    needs: "failShipping",
    slowsJob: true,
    advice: `Catch the errors of each delivery, and go on with the next order. ${JOB}`,
    isPossible: (run) => run.facts().ever === 0,
    play: async (run) => {
      const { order, shop } = run;
      await shop.call("failShipping", order.id);
      run.note(order, { is: "undeliverable" });
      run.noteShared({ is: "bad order" });
      return "the shop cannot deliver this order from now on";
    },
  },
  "sell out": {
    weight: 0,
    needs: "stock",
    places: true,
    isAlone: true,
    needsShop: true,
    isRace: true,
    play: async (run) => {
      const { shop, order } = run;
      const before = await shop.stock();
      const stock = shop.canSetStock ? await shop.stock(PIECES) : undefined;
      try {
        const placed = await run.placeAside(PIECES + ABOVE, true);
        await payAll(run, placed);
        if (shop.functions.has("reconcile")) await shop.reconcile();
        await sleep(shop.pace.quietTime);
        const counts = await Promise.all(placed.map(({ id }) => shop.fulfillments(id)));
        const pieces = counts.filter(({ count }) => count > 0).length;
        run.note(order, { is: "sold", pieces, left: await shop.stock(), stock });
        return `${PIECES + ABOVE} other customers placed and paid orders at the same moment${stock === undefined ? "" : `, with ${stock} pieces in stock`}`;
      } finally {
        if (shop.canSetStock) await shop.stock(before);
      }
    },
  },
  "bad orders": {
    weight: 0,
    play: async (run) => {
      const [unknown, unreadable] = await run.placeAside(2);
      run.gateway.lose(unknown?.token ?? "", "unknown");
      run.gateway.lose(unreadable?.token ?? "", "unreadable");
      run.noteShared({ is: "bad order" });
      return "two other customers placed orders: the gateway does not know the token of one, and returns a page without JSON for the other";
    },
  },
  abandon: {
    weight: 0,
    slowsJob: true,
    advice: `Ask for all open orders, page by page, the oldest request first, so that each order has its turn. ${JOB}`,
    play: async (run) => {
      for (let left = ABANDONED; left > 0; left -= SIDE_BY_SIDE)
        await run.placeAside(Math.min(left, SIDE_BY_SIDE));
      return `${ABANDONED} other customers placed orders and paid nothing`;
    },
  },
};
