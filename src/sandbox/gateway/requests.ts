import { type ErrorTree, flatten, type Issue } from "../../errors/error-tree.ts";
import type { ApiOperation } from "../../operations.ts";
import { isRecord } from "../../values.ts";
import { parseJson } from "./input/parse-json.ts";

/** A call of the sandbox's API, with its answer. Headers are not kept. */
export interface ApiCall {
  /** Counts up from `"1"`. */
  readonly id: string;
  /** When it came, ISO 8601. */
  readonly at: string;
  /** HTTP method. */
  readonly method: string;
  /** Path with its query, such as `/products/prd_1`. */
  readonly path: string;
  /**
   * The SDK's name of the operation, such as `"products.create"`, also where the widget calls it; undefined for an
   * address that the API does not have.
   */
  readonly operation?: ApiOperation | undefined;
  /** HTTP status of the answer. */
  readonly status: number;
  /**
   * Body of the request: parsed JSON, or the text where it is not valid JSON. Of one over 64 KiB the first 64 KiB, as
   * text. Undefined where there was none, and for a call without `operation`.
   */
  readonly body?: unknown;
  /** Body of the answer, in the same form. */
  readonly answer?: unknown;
  /** What a 4xx says is wrong: the issues of its `errors`; without them its `message`, with an empty path. */
  readonly problems: readonly Issue[];
  /** From the first byte to the answer, in milliseconds. */
  readonly durationMs: number;
}

/** A call as it is kept. Bodies stay texts: parsed ones would take many times the memory. */
export interface ApiCallRecord extends Omit<ApiCall, "body" | "answer" | "problems"> {
  readonly bodyText: string;
  readonly answerText: string;
}

/** How many calls are kept. */
const MOST_CALLS = 1000;

/** Bytes of a body that are kept. */
const LARGEST_BODY = 65_536;

/** Errors nested deeper than this are not listed as problems. */
const DEEPEST = 20;

/** The first 64 KiB of a body. It shares no memory with the body. */
export const toBodyText = (body: ArrayBuffer): string =>
  new TextDecoder().decode(new Uint8Array(body).subarray(0, LARGEST_BODY), {
    stream: body.byteLength > LARGEST_BODY,
  });

const isErrorTree = (value: unknown, depth = 0): value is ErrorTree =>
  isRecord(value) &&
  depth < DEEPEST &&
  Object.values(value).every((inner) =>
    Array.isArray(inner) ? inner.every((one) => typeof one === "string") : isErrorTree(inner, depth + 1),
  );

const problemsOf = (status: number, answer: unknown): Issue[] => {
  if (status < 400 || status > 499 || !isRecord(answer)) return [];
  const { errors, message } = answer;
  const issues = isErrorTree(errors) ? flatten(errors) : [];
  return issues.length > 0 || typeof message !== "string" ? issues : [{ path: [], messages: [message] }];
};

const toValue = (text: string): unknown => {
  if (text === "") return undefined;
  const value = parseJson(text);
  return value === undefined ? text : value;
};

export const toApiCall = ({ bodyText, answerText, ...call }: ApiCallRecord): ApiCall => {
  const answer = toValue(answerText);
  return { ...call, body: toValue(bodyText), answer, problems: problemsOf(call.status, answer) };
};

/** The newest API calls of a sandbox, the oldest of them first. */
export class Requests {
  readonly records = new Map<string, ApiCallRecord>();
  readonly #emitChange: () => void;
  #count = 0;

  constructor(emitChange: () => void) {
    this.#emitChange = emitChange;
  }

  add(call: Omit<ApiCallRecord, "id">): void {
    this.#count += 1;
    const id = String(this.#count);
    this.records.set(id, { ...call, id });
    this.records.delete(String(this.#count - MOST_CALLS));
    this.#emitChange();
  }

  list(): ApiCall[] {
    return Array.from(this.records.values(), toApiCall);
  }
}
