import type { Sandbox, ShopFunctions } from "../../src/sandbox.ts";
import { OPENINGS as bills } from "./shops/bills.ts";
import { OPENINGS as holds } from "./shops/holds.ts";
import { OPENINGS as licenses } from "./shops/licenses.ts";
import { OPENINGS as tickets } from "./shops/tickets.ts";
import { OPENINGS as withSdk } from "./shops/with-sdk.ts";
import { OPENINGS as withoutSdk } from "./shops/without-sdk.ts";

/** Opens a shop at a sandbox. */
export type Open = (sandbox: Sandbox) => Promise<ShopFunctions>;

export const RIGHT_SHOPS = Object.entries({ withSdk, withoutSdk, holds, bills, tickets, licenses }).flatMap(
  ([name, openings]: [string, readonly Open[]]) =>
    openings.map((open, index) => ({ name: `${name} ${index + 1}`, open })),
);
