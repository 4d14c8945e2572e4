import type { Stage } from "../stage/stage.ts";

/** Something that a customer, the gateway, the network or the shop's staff can do. */
export interface Move {
  readonly name: string;
  /** How often it is in stories that are made up, beside the others. */
  readonly weight: number;
  /** The function of the shop without which it cannot be made. */
  readonly needs?: "refund" | "renew" | "reconcile" | "restart";
  /** What to change where a story with it ends badly. */
  readonly advice?: string;
  /** Whether it stops the shop, so that no other story may go on meanwhile. */
  readonly stopsShop?: true;
  /** Whether it can be made now. Not asked before the order is placed. */
  readonly isPossible: (stage: Stage) => boolean;
  /** Makes it. @returns what was done and answered, as the report tells it. @throws ShopFunctionError */
  readonly play: (stage: Stage) => Promise<string>;
}
