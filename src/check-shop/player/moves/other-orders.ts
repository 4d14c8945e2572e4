import { messageOf } from "../../../shared/values.ts";
import { JOB } from "../../guides.ts";
import { type Move, needing } from "../story-run.ts";

/** More orders than a page of a list has. */
const ABANDONED = 120;

/** How many orders are placed side by side. */
const SIDE_BY_SIDE = 12;

/** Orders of other customers. */
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
  "bad orders": {
    weight: 0,
    play: async (run) => {
      const [unknown = "", unreadable = ""] = await run.placeAside(2);
      run.gateway.lose(unknown, "unknown");
      run.gateway.lose(unreadable, "unreadable");
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
