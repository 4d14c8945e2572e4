import type { Delivery } from "../records/delivery.ts";

/** How often a delivery without a 200 is repeated. Source: gateway documentation, "Notifications". */
const REPEATS: Readonly<Record<Delivery["type"], number>> = { transaction: 15, checkout: 2, verification: 0 };

const randomInteger = (minimum: number, maximum: number): number =>
  minimum + Math.floor(Math.random() * (maximum - minimum + 1));

const secondsBefore = (type: Delivery["type"], repeat: number): number => {
  if (type === "checkout") return repeat === 1 ? 15 : randomInteger(30, 120);
  return Math.floor(2.12 * repeat) ** 3 + randomInteger(0, 29) * (repeat + 1);
};

/** The wait before a repeat, counted from 1, in milliseconds; undefined after the last. Source: gateway documentation. */
export const waitBefore = (type: Delivery["type"], repeat: number): number | undefined =>
  repeat <= REPEATS[type] ? secondsBefore(type, repeat) * 1000 : undefined;
