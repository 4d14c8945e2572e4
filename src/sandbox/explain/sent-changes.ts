import { truncate } from "../../api/error-tree.ts";
import { isRecord } from "../../shared/values.ts";
import { formatAmount } from "../format-amount.ts";
import { parseJson, sectionOf, textOf } from "../gateway/input/section.ts";
import type { Delivery, Disturbance } from "../gateway/orders/order.ts";
import { disturbanceText } from "./notification-state.ts";

/** The ways to send a notification again with a change. The words follow "Send again" and "Sent again". */
export const WAYS = {
  wrong_amount: "with another amount",
  wrong_signature: "with another signature",
} as const satisfies Readonly<Partial<Record<Disturbance, string>>>;

export type Way = keyof typeof WAYS;

export const WAY_NAMES = ["wrong_amount", "wrong_signature"] as const satisfies readonly Way[];

const isWay = (name: string | undefined): name is Way => name !== undefined && Object.hasOwn(WAYS, name);

export const wayOf = ({ disturbance }: Pick<Delivery, "disturbance">): string => {
  if (isWay(disturbance)) return WAYS[disturbance];
  return disturbance === undefined ? "with an edited body" : `with ${disturbanceText(disturbance)}`;
};

export interface SentChange {
  readonly field: string;
  readonly before: string;
  readonly now: string;
}

const MAX_CHANGES = 10;

const LONGEST_VALUE = 200;

const shown = (field: string, value: unknown, transaction: unknown): string => {
  if (value === undefined) return "nothing";
  if (field.endsWith("amount")) return formatAmount(value, sectionOf(transaction)["currency"], "en");
  return truncate(textOf(value) ?? JSON.stringify(value), LONGEST_VALUE);
};

/** Returns the differences of two bodies. Fields of a transaction have no prefix. */
export const changesOf = (before: Delivery, now: Delivery): SentChange[] => {
  const [old, fresh] = [parseJson(before.body), parseJson(now.body)];
  if (fresh === undefined) return [{ field: "the body", before: "JSON", now: "not JSON" }];
  const found: SentChange[] = [];
  const compare = (one: unknown, other: unknown, path: readonly string[]): void => {
    if (found.length === MAX_CHANGES) return;
    if (isRecord(one) && isRecord(other)) {
      for (const name of new Set([...Object.keys(one), ...Object.keys(other)]))
        compare(one[name], other[name], [...path, name]);
    } else if (JSON.stringify(one) !== JSON.stringify(other)) {
      const field = path.join(".").replace(/^transaction\./, "");
      const [a, b] = [sectionOf(old)["transaction"], sectionOf(fresh)["transaction"]];
      found.push({ field, before: shown(field, one, a), now: shown(field, other, b) });
    }
  };
  compare(old, fresh, []);
  const isSigned = now.disturbance !== "wrong_signature";
  return isSigned
    ? found
    : [{ field: "Content-Signature", before: "signs this body", now: "signs another body" }];
};
