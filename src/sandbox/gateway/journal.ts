import { type ErrorTree, flatten, type Issue } from "../../api/error-tree.ts";
import { unnamedFields } from "../../api/fields/undocumented.ts";
import { type ApiOperation, rowOf } from "../../api/operations.ts";
import { PARAMS } from "../../api/params.ts";
import { nearestName } from "../../shared/nearest-name.ts";
import { isRecord } from "../../shared/values.ts";
import { type Fields, parseJson, sectionOf, textOf } from "./input/section.ts";
import type { Order } from "./orders/order.ts";

/** A field of a request that the reference does not describe. The sandbox ignores it. */
export interface UndocumentedField {
  /** Path of the field in the body. */
  readonly path: readonly string[];
  /** The most similar documented name in the same object. Undefined if no name is similar. */
  readonly nearest: string | undefined;
}

/** A call of the sandbox's API and its answer, without headers. */
export interface ApiCall {
  /** Number of the call, from `"1"`. */
  readonly id: string;
  /** Time of the call, ISO 8601. */
  readonly at: string;
  /** HTTP method. */
  readonly method: string;
  /** Path with its query, such as `/products/prd_1`. */
  readonly path: string;
  /** The SDK's name of the operation, such as `"products.create"`. Undefined if the SDK has no such operation. */
  readonly operation?: ApiOperation | undefined;
  /** False for a method and path that this sandbox does not have. It answered 404, but a gateway may answer otherwise. */
  readonly isServed: boolean;
  /** HTTP status of the answer. */
  readonly status: number;
  /**
   * Body of the request as parsed JSON, or as text if it is not valid JSON. Limited to the first 64 KiB, then always text.
   * Undefined if it is empty or `isServed` is false. Card numbers and security codes are masked.
   */
  readonly body?: unknown;
  /** Body of the answer, with the same format and limits. */
  readonly answer?: unknown;
  /** The issues in the `errors` of a 4xx. Without `errors`, its `message` with an empty path. */
  readonly problems: readonly Issue[];
  /**
   * Fields of the request that the reference does not describe, such as a wrongly spelled field. At most 100. Fields that
   * public modules for shops send and fields of the merchant's own objects are not included.
   */
  readonly undocumented: readonly UndocumentedField[];
  /** Milliseconds from the first byte of the request to the answer. */
  readonly durationMs: number;
}

/** The order of a call, as its endpoint sets it. */
interface CallSubject {
  /** Payment tokens, `uid`s of payments without a token, or a product's id. */
  readonly orders: readonly string[];
  /** The merchant's id of the order, even if there is no such order. */
  readonly trackingId: string | undefined;
  readonly description: string | undefined;
  /** Minor units. Unvalidated. */
  readonly amount: unknown;
  readonly currency: unknown;
}

/** A stored call. Its bodies are texts, because parsed bodies would take much more memory. */
export interface LoggedCall extends Omit<ApiCall, "body" | "answer" | "problems" | "undocumented"> {
  readonly subject: CallSubject;
  readonly bodyText: string;
  readonly answerText: string;
}

const MAX_BODY_BYTES = 65_536;

const CARD_DATA = /("(number|verification_value)"\s*:\s*)("(?:[^"\\]|\\.)*"?|\d+)/g;

/** Masks a card number, with or without spaces and hyphens. Shorter numbers are not card numbers. */
const masked = (name: string, value: string): string => {
  const digits = value.replaceAll(/\D/g, "");
  if (name === "verification_value") return '"•••"';
  return digits.length < 12 ? value : `"${digits.slice(0, 6)}••••••${digits.slice(-4)}"`;
};

/** Returns the first 64 KiB of a body without card data. The text shares no memory with the body. */
export const toBodyText = (body: ArrayBuffer): string =>
  new TextDecoder()
    .decode(new Uint8Array(body).subarray(0, MAX_BODY_BYTES), { stream: body.byteLength > MAX_BODY_BYTES })
    .replaceAll(CARD_DATA, (_, key: string, name: string, value: string) => key + masked(name, value));

/** Returns a value. Undefined for an object, an array, null and for a text that is longer than stored bodies. */
const scalar = (value: unknown): unknown => {
  const isLong = typeof value === "string" && value.length > MAX_BODY_BYTES;
  return isLong || typeof value === "object" ? undefined : value;
};

const scalarText = (value: unknown): string | undefined => textOf(scalar(value));

/** Returns the subject of a call from the result, or from the request if there is no result. */
export const toSubject = ({
  orders,
  asked,
  result,
}: Pick<CallSubject, "orders"> & { asked: Fields; result?: unknown }): CallSubject => {
  const about = isRecord(result) ? result : asked;
  const order = { ...about, ...sectionOf(about["order"]) };
  return {
    orders,
    trackingId: scalarText(order["tracking_id"]),
    description: scalarText(order["name"] ?? order["description"]),
    amount: scalar(order["amount"]),
    currency: scalar(order["currency"]),
  };
};

/** The value comes from `parseJson`, which limits its depth. */
const isErrorTree = (value: unknown): value is ErrorTree =>
  isRecord(value) &&
  Object.values(value).every((inner) =>
    Array.isArray(inner) ? inner.every((one) => typeof one === "string") : isErrorTree(inner),
  );

const problemsIn = (status: number, answer: unknown): Issue[] => {
  if (status < 400 || status > 499 || !isRecord(answer)) return [];
  const { errors, message } = isRecord(answer["response"]) ? answer["response"] : answer;
  const issues = isErrorTree(errors) ? flatten(errors) : [];
  return issues.length > 0 || typeof message !== "string" ? issues : [{ path: [], messages: [message] }];
};

const DATA = ["fiscalization", "platform_data", "integration_data"];

/** Undocumented fields that other clients send, by their section. Source: gateway documentation, "Merchants also send". */
const KNOWN_FIELDS: Readonly<Record<string, readonly string[]>> = {
  "": ["shop_id", "notification_url", "success_url", "fail_url", "additional_data", "visible"],
  "checkout.": ["version", "public_key", "customer.ip", "order.fiscalization"],
  "checkout.settings.": ["button_text", "card_notification_url", "widget_version", "customer_fields.hidden"],
  "checkout.order.additional_data.": ["meta", ...DATA],
  "request.additional_data.": DATA,
  "request.credit_card.": ["number", "verification_value", "holder", "exp_month", "exp_year"],
};

const KNOWN: ReadonlySet<string> = new Set(
  Object.entries(KNOWN_FIELDS).flatMap(([section, names]) => names.map((name) => section + name)),
);

/** The parameters of a payment method, next to the fields of `payment_method`. PHP writes an empty object as `[]`. */
const isMethod = (path: readonly string[], value: unknown): boolean =>
  path.at(-2) === "payment_method" && (isRecord(value) || (Array.isArray(value) && value.length === 0));

const MAX_FIELDS = 100;

export function undocumentedFields(operation: ApiOperation | undefined, body: unknown): UndocumentedField[] {
  const { takes, bodyKey } = operation ? rowOf(operation) : {};
  if (!takes) return [];
  const root = bodyKey === undefined ? [] : [bodyKey];
  const params = root.reduce((inner: unknown, key) => sectionOf(inner)[key], body);
  const found: UndocumentedField[] = [];
  for (const { path, value, named } of unnamedFields(PARAMS[takes], params, root)) {
    if (found.length === MAX_FIELDS) break;
    if (KNOWN.has(path.join(".")) || isMethod(path, value)) continue;
    found.push({ path, nearest: nearestName(path.at(-1) ?? "", named) });
  }
  return found;
}

const toValue = (text: string): unknown => {
  if (text === "") return undefined;
  const value = parseJson(text);
  return value === undefined ? text : value;
};

export const toApiCall = ({ subject: _, bodyText, answerText, ...call }: LoggedCall): ApiCall => {
  const answer = toValue(answerText);
  const body = toValue(bodyText);
  const problems = problemsIn(call.status, answer);
  return { ...call, body, answer, problems, undocumented: undocumentedFields(call.operation, body) };
};

export const byTime = (one: { readonly at: string }, other: { readonly at: string }): number =>
  one.at < other.at ? -1 : Number(one.at > other.at);

/** Returns the API calls for an order, oldest first. A call without an order is found by the tracking id. */
export const callsAbout = (
  { journal }: { readonly journal: { readonly calls: ReadonlyMap<string, LoggedCall> } },
  { id: token, fields }: Order,
): LoggedCall[] => {
  const known = textOf(sectionOf(fields["order"])["tracking_id"]);
  return [...journal.calls.values()].filter(({ subject: { orders, trackingId } }) =>
    orders.length === 0 ? known !== undefined && trackingId === known : orders.includes(token),
  );
};

export interface JournalLine {
  /**
   * `refusal` is the refused request of a web page, and `plan` a change of the planned failures or disturbances. `answer` is
   * the shop's answer to a post. It and `state` change the records in `sandbox.state()`.
   */
  readonly kind: "call" | "refusal" | "plan" | "answer" | "state";
  /** Id of the call, or of the answered delivery. */
  readonly id?: string | undefined;
}

/** The most calls that are kept, and the most characters of their bodies. */
const [MAX_CALLS, MAX_CHARACTERS] = [1000, 4_000_000];

const lengthOf = ({ bodyText, answerText }: Pick<LoggedCall, "bodyText" | "answerText">): number =>
  bodyText.length + answerText.length;

export class Journal {
  readonly calls = new Map<string, LoggedCall>();
  dropped = 0;
  /** Number of refused requests, from a page of another origin or for another host name. */
  refused = 0;
  readonly #listeners = new Set<(line: JournalLine) => void>();
  #count = 0;
  #characters = 0;

  append(kind: JournalLine["kind"], id?: string): void {
    if (kind === "refusal") this.refused += 1;
    const line = { kind, id };
    for (const listener of this.#listeners) {
      try {
        listener(line);
      } catch {
        // An error of a listener must not affect the payment.
      }
    }
  }

  addCall(call: Omit<LoggedCall, "id">): void {
    this.#count += 1;
    const id = String(this.#count);
    this.calls.set(id, { ...call, id });
    this.#characters += lengthOf(call);
    for (const [oldest, each] of this.calls) {
      if (this.calls.size <= MAX_CALLS && this.#characters <= MAX_CHARACTERS) break;
      this.calls.delete(oldest);
      this.#characters -= lengthOf(each);
      this.dropped += 1;
    }
    this.append("call", id);
  }

  clear(): void {
    this.calls.clear();
    this.#characters = 0;
    this.refused = 0;
    this.dropped = 0;
    this.append("state");
  }

  /** @returns A function that removes the listener. */
  subscribe(listener: (line: JournalLine) => void): () => void {
    const own = (line: JournalLine) => listener(line);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }
}
