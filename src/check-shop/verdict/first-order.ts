import { minorUnits } from "../../payments/currencies.ts";
import type { Terms } from "../history/events.ts";
import { counted } from "../history/facts.ts";

/** An amount above this many units of its currency is seldom meant. */
const MAX_UNITS = 10_000;

const [MINUTE, HOUR, YEAR] = [60_000, 3_600_000, 31_536_000_000];

const durationText = (milliseconds: number): string =>
  milliseconds < 2 * HOUR
    ? counted(Math.round(milliseconds / MINUTE), "minute")
    : counted(Math.round(milliseconds / HOUR), "hour");

/** What an order of the shop is, so that the reader sees a mistake in its amount or its time. */
export const orderText = ({ price, lifetime = Number.POSITIVE_INFINITY }: Terms): string => {
  const end = lifetime > YEAR ? "" : ` and can be paid for ${durationText(Math.max(0, lifetime))}`;
  return `An order costs ${price}${end}.`;
};

/** A warning about the first order. */
export const warningsOf = (terms: Terms): string[] => {
  const { amount, currency, price, lifetime = YEAR, isTest, trackingId, kind } = terms;
  return [
    amount / 10 ** (minorUnits(currency) ?? 2) > MAX_UNITS &&
      `${price} is more than ${MAX_UNITS} units. An amount is in minor units, such as 12900 for €129.00`,
    lifetime <= 0 &&
      `The ${kind} has expired when it is placed, so no customer can pay it. Check expired_at and its time zone`,
    isTest && `The ${kind} has test: true, so its payments move no money. Do not send it when you go live`,
    trackingId === undefined &&
      `The ${kind} has no tracking_id, so a payment does not show which order it pays`,
  ].filter((text) => text !== false);
};
