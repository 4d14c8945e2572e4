import * as z from "zod/mini";
import type { ErrorTree } from "../errors/error-tree.ts";
import { isRecord } from "../shared/values.ts";
import { must } from "./fields/issue.ts";
import {
  list,
  type Model,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
} from "./fields/primitives.ts";
import { text } from "./fields/text.ts";

/** Error response for invalid product parameters. Source: API reference, "Errors". */
export interface ProductErrorBody {
  /** The joined messages. */
  message: string;
  /** Messages by parameter. */
  errors: Record<string, string[]>;
}

/** Error response for an invalid payment token request. Source: API reference, "Errors". */
export interface CheckoutErrorBody {
  /** The joined messages. */
  message: string;
  /** Messages by section and parameter, below `checkout`. */
  errors: CheckoutErrors;
}

/** The messages about an invalid payment token request, nested like the request. */
export interface CheckoutErrors {
  /** Messages by section and parameter. */
  checkout: string[] | ErrorTree;
}

/**
 * Messages by field in every format that gateways use: nested or with dotted keys, as a list or as one string. Source:
 * gateway documentation.
 */
export interface GatewayErrors {
  [field: string]: string | string[] | GatewayErrors;
}

/** The gateway's error messages. Source: API reference, "Errors". */
export interface ApiErrorMessages {
  /** The joined messages. */
  message?: Optional<string>;
  /** Messages by field, nested by section. */
  errors?: Optional<GatewayErrors>;
}

/**
 * Any error response: a {@link ProductErrorBody} or a {@link CheckoutErrorBody}. Source: API reference, "Errors";
 * `response`: gateway documentation.
 */
export interface ApiErrorBody extends ApiErrorMessages {
  /** The same two fields, wrapped. */
  response?: Optional<ApiErrorMessages>;
}

type Check = (payload: z.core.ParsePayload<unknown>) => void;

/**
 * Checks the messages of a field, the first alternative of a union with a section. For a value that is neither, only
 * this check reports an issue that does not abort, so that zod reports that issue at its own path instead of "Invalid
 * input".
 */
const isListOfMessages: Check = ({ value, issues }) => {
  if (!Array.isArray(value)) {
    const isSection = isRecord(value);
    const isMissing = value === undefined || value === null;
    const message = isMissing ? "is required" : "must be an array of messages, or an object of them";
    issues.push({ code: "invalid_type", expected: "array", message, input: value, continue: !isSection });
    return;
  }
  for (const [index, message] of value.entries()) {
    if (typeof message === "string") continue;
    issues.push({
      code: "invalid_type",
      expected: "string",
      path: [index],
      message: "must be a string",
      input: message,
      continue: true,
    });
  }
};

const isMessageOrList: Check = (payload) => {
  if (typeof payload.value !== "string") isListOfMessages(payload);
};

/** A model of messages that pass a check. */
/* @__NO_SIDE_EFFECTS__ */
function checkedMessages<T>(check: Check, type: string | readonly string[]): Model<T> {
  return z.any().check(z.check(check), z.meta({ type, items: { type: "string" } }));
}

const messages = checkedMessages<string[]>(isListOfMessages, "array");

const messageOrList = checkedMessages<string | string[]>(isMessageOrList, ["array", "string"]);

/** A tree of sections with messages as leaves. */
/* @__NO_SIDE_EFFECTS__ */
function treeOf<Leaf, Tree>(leaf: Model<Leaf>, tree: () => Model<Tree>): Model<Record<string, Leaf | Tree>> {
  return z.record(z.string(), z.union([leaf, z.lazy(tree)]), must("an object"));
}

/** The zod model of {@link ErrorTree}: sections with arrays of messages as leaves. */
export const errorTreeSchema: Model<ErrorTree> = treeOf(messages, () => errorTreeSchema);

export const gatewayErrors: Model<GatewayErrors> = treeOf(messageOrList, () => gatewayErrors);

/** The zod model of {@link ProductErrorBody}. */
export const productErrorBodySchema: Section<ProductErrorBody> = section(
  (): Shape<ProductErrorBody> => ({
    message: text,
    errors: z.record(z.string(), list(text), must("an object")),
  }),
);

const checkoutErrors: Section<CheckoutErrors> = section(
  (): Shape<CheckoutErrors> => ({
    checkout: z.union([messages, errorTreeSchema]),
  }),
);

/** The zod model of {@link CheckoutErrorBody}. */
export const checkoutErrorBodySchema: Section<CheckoutErrorBody> = section(
  (): Shape<CheckoutErrorBody> => ({
    message: text,
    errors: checkoutErrors,
  }),
);

const messagesSchema: Section<ApiErrorMessages> = section(
  (): Shape<ApiErrorMessages> => ({
    message: optional(text),
    errors: optional(gatewayErrors),
  }),
);

/** The zod model of {@link ApiErrorBody}. */
export const apiErrorBodySchema: Section<ApiErrorBody> = section(
  (): Shape<ApiErrorBody> => ({
    message: optional(text),
    errors: optional(gatewayErrors),
    response: optional(messagesSchema),
  }),
);
