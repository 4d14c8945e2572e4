import { type ErrorTree, flatten, type Issue } from "../../api/error-tree.ts";
import type { ApiOperation } from "../../api/operations.ts";
import { isRecord } from "../../shared/values.ts";
import { Changes } from "./changes.ts";
import { parseJson } from "./input/parse-json.ts";
import { type UndocumentedField, undocumentedFields } from "./undocumented.ts";

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
  /** The SDK's name of the operation, such as `"products.create"`; undefined where the SDK has none. */
  readonly operation?: ApiOperation | undefined;
  /** False for a method and path that this sandbox does not serve: it answered 404, whatever a gateway answers. */
  readonly isServed: boolean;
  /** HTTP status of the answer. */
  readonly status: number;
  /**
   * Body of the request: parsed JSON, or the text where it is not valid JSON. Of one over 64 KiB the first 64 KiB, as
   * text. Undefined where there was none, and where it is not served. Card numbers and security codes are masked.
   */
  readonly body?: unknown;
  /** Body of the answer, in the same form. */
  readonly answer?: unknown;
  /** What a 4xx says is wrong: the issues of its `errors`; without them its `message`, with an empty path. */
  readonly problems: readonly Issue[];
  /**
   * Fields of the request that the reference does not name, such as a misspelt one, at most 100. Fields that public
   * modules for shops are known to send are not listed, nor what is in an object of the merchant's own.
   */
  readonly undocumented: readonly UndocumentedField[];
  /** From the first byte to the answer, in milliseconds. */
  readonly durationMs: number;
}

/** A call as it is kept. Bodies stay texts: parsed ones would take many times the memory. */
export interface ApiCallRecord extends Omit<ApiCall, "body" | "answer" | "problems" | "undocumented"> {
  readonly bodyText: string;
  readonly answerText: string;
}

const MAX_CALLS = 1000;

/** Bytes of a body that are kept. */
const MAX_BODY_BYTES = 65_536;

/** Card numbers and security codes in a request. */
const CARD_DATA = /("(number|verification_value)"\s*:\s*)("(?:[^"\\]|\\.)*"?|\d+)/g;

/** The value as it is kept. A number can have spaces or hyphens; a shorter one is not that of a card. */
const masked = (name: string, value: string): string => {
  const digits = value.replaceAll(/\D/g, "");
  if (name === "verification_value") return '"•••"';
  return digits.length < 12 ? value : `"${digits.slice(0, 6)}••••••${digits.slice(-4)}"`;
};

/** The first 64 KiB of a body, without card data. It shares no memory with the body. */
export const toBodyText = (body: ArrayBuffer): string =>
  new TextDecoder()
    .decode(new Uint8Array(body).subarray(0, MAX_BODY_BYTES), { stream: body.byteLength > MAX_BODY_BYTES })
    .replaceAll(CARD_DATA, (_, key: string, name: string, value: string) => key + masked(name, value));

/** It was parsed by `parseJson`, which limits its depth. */
const isErrorTree = (value: unknown): value is ErrorTree =>
  isRecord(value) &&
  Object.values(value).every((inner) =>
    Array.isArray(inner) ? inner.every((one) => typeof one === "string") : isErrorTree(inner),
  );

const problemsOf = (status: number, answer: unknown): Issue[] => {
  if (status < 400 || status > 499 || !isRecord(answer)) return [];
  const { errors, message } = isRecord(answer["response"]) ? answer["response"] : answer;
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
  const body = toValue(bodyText);
  const problems = problemsOf(call.status, answer);
  return { ...call, body, answer, problems, undocumented: undocumentedFields(call.operation, body) };
};

/** The newest API calls of a sandbox, the oldest of them first. */
export class RequestLog {
  readonly records = new Map<string, ApiCallRecord>();
  readonly #emitChange: () => void;
  readonly calls = new Changes<ApiCallRecord>();
  #count = 0;
  /** How many requests of web pages of another origin, or to another host's name, were refused. They are not kept. */
  refused = 0;
  /** How many calls are no longer kept. */
  dropped = 0;

  constructor(emitChange: () => void) {
    this.#emitChange = emitChange;
  }

  add(call: Omit<ApiCallRecord, "id">): void {
    this.#count += 1;
    const id = String(this.#count);
    const record = { ...call, id };
    this.records.set(id, record);
    if (this.records.delete(String(this.#count - MAX_CALLS))) this.dropped += 1;
    this.#emitChange();
    this.calls.emitChange(record);
  }

  clear(): void {
    this.records.clear();
    this.refused = 0;
    this.dropped = 0;
    this.#emitChange();
  }

  refuse(): void {
    this.refused += 1;
    this.#emitChange();
  }

  list(): ApiCall[] {
    return Array.from(this.records.values(), toApiCall);
  }
}
