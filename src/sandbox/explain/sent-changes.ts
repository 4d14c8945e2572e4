import { truncate } from "../../api/error-tree.ts";
import { isRecord } from "../../shared/values.ts";
import { formatAmount } from "../format-amount.ts";
import { parseJson } from "../gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import type { Delivery, Disturbance } from "../gateway/orders/delivery.ts";
import type { Fields } from "../gateway/orders/order.ts";

/** The ways to send a notification again. The words follow "Send again" and "Sent again". */
export const WAYS = {
  wrong_amount: "with another amount",
  wrong_currency: "with another currency",
  wrong_order: "for another order",
  wrong_signature: "with another signature",
  test: "as a test",
  late: "late",
  twice: "twice at once",
} as const satisfies Readonly<Partial<Record<Disturbance, string>>>;

type Way = keyof typeof WAYS;

/** The ways that change a field of a transaction, with this field. Only notifications with a transaction have them. */
const CHANGED_FIELDS: Readonly<Partial<Record<Way, string>>> = {
  wrong_amount: "amount",
  wrong_currency: "currency",
  wrong_order: "tracking_id",
  test: "test",
};

const isWay = (name: string | undefined): name is Way => name !== undefined && Object.hasOwn(WAYS, name);

/** Returns the ways to send a delivery again with changes. */
export const waysFor = ({ type }: Pick<Delivery, "type">): readonly (readonly [Way, string])[] =>
  Object.keys(WAYS).flatMap((name) =>
    isWay(name) && (type === "transaction" || CHANGED_FIELDS[name] === undefined)
      ? [[name, WAYS[name]] as const]
      : [],
  );

export const findWay = (delivery: Delivery, name: string | undefined): Way | undefined =>
  isWay(name) && waysFor(delivery).some(([known]) => known === name) ? name : undefined;

export const wayOf = ({ disturbance }: Pick<Delivery, "disturbance">): string =>
  isWay(disturbance) ? WAYS[disturbance] : "with an edited body";

/** Whether a form offers the way by its name. The other ways require a value. */
export const isChosenByName = (way: Way): boolean => CHANGED_FIELDS[way] === undefined || way === "test";

/** Returns the way that changes these fields of a transaction. Undefined if none of them is changed. */
export const wayOfChanges = (changes: Fields): Way | undefined =>
  waysFor({ type: "transaction" })
    .map(([way]) => way)
    .find((way) => Object.hasOwn(changes, CHANGED_FIELDS[way] ?? ""));

export interface SentChange {
  readonly field: string;
  readonly before: string;
  readonly now: string;
}

const MAX_CHANGES = 10;

/** Characters of a value in the list of changes. */
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
