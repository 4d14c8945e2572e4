import * as z from "zod/mini";
import { isRecord } from "../shared/values.ts";
import type { ErrorTree } from "./error-tree.ts";
import { must } from "./fields/issue.ts";
import {
  type Infer,
  list,
  type Model,
  type Named,
  optional,
  type Section,
  section,
} from "./fields/primitives.ts";
import { text } from "./fields/text.ts";

const productErrorBodyFields = () => ({
  /** The joined messages. */
  message: text,
  /** Messages by parameter. */
  errors: messagesByParameter(),
});

/** Error response for invalid product parameters. Source: API reference, "Errors". */
export interface ProductErrorBody extends Infer<typeof productErrorBodyFields>, Named {}

const checkoutErrorBodyFields = () => ({
  /** The joined messages. */
  message: text,
  /** Messages by section and parameter, under `checkout`. */
  errors: checkoutErrors,
});

/** Error response for an invalid payment token request. Source: API reference, "Errors". */
export interface CheckoutErrorBody extends Infer<typeof checkoutErrorBodyFields>, Named {}

const checkoutErrorsFields = () => ({
  /** Messages by section and parameter. */
  checkout: messagesOrTree(),
});

/** The messages about an invalid payment token request, nested like the request. */
export interface CheckoutErrors extends Infer<typeof checkoutErrorsFields>, Named {}

/**
 * Messages by field in every format that gateways use. They are nested or have dotted keys, and are lists or single
 * strings. Source: gateway documentation.
 */
export interface GatewayErrors {
  [field: string]: string | string[] | GatewayErrors;
}

const apiErrorMessagesFields = () => ({
  /** The joined messages. */
  message: optional(text),
  /** Messages by field, nested by section. */
  errors: optional(gatewayErrors),
});

/** The gateway's error messages. Source: API reference, "Errors". */
export interface ApiErrorMessages extends Infer<typeof apiErrorMessagesFields>, Named {}

const apiErrorBodyFields = () => ({
  ...apiErrorMessagesFields(),
  /** A wrapper around the same two fields. Source: gateway documentation. */
  response: optional(messagesSchema),
});

/**
 * Any error response, such as a {@link ProductErrorBody} or a {@link CheckoutErrorBody}. Source: API reference,
 * "Errors".
 */
export interface ApiErrorBody extends Infer<typeof apiErrorBodyFields>, Named {}

type Check = (payload: z.core.ParsePayload<unknown>) => void;

/**
 * Checks the messages of a field, which are the first alternative of a union with a section. If the value is neither,
 * only this check reports an issue that does not abort. zod then reports this issue, not "Invalid input".
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

/* @__NO_SIDE_EFFECTS__ */
function checkedMessages<T>(check: Check, type: string | readonly string[]): Model<T> {
  return z.any().check(z.check(check), z.meta({ type, items: { type: "string" } }));
}

const messages = checkedMessages<string[]>(isListOfMessages, "array");

const messageOrList = checkedMessages<string | string[]>(isMessageOrList, ["array", "string"]);

/* @__NO_SIDE_EFFECTS__ */
function treeOf<Leaf, Tree>(leaf: Model<Leaf>, tree: () => Model<Tree>): Model<Record<string, Leaf | Tree>> {
  return z.record(z.string(), z.union([leaf, z.lazy(tree)]), must("an object"));
}

/** The zod model of {@link ErrorTree}, a tree of sections with arrays of messages as leaves. */
export const errorTreeSchema: Model<ErrorTree> = treeOf(messages, () => errorTreeSchema);

export const gatewayErrors: Model<GatewayErrors> = treeOf(messageOrList, () => gatewayErrors);

/* @__NO_SIDE_EFFECTS__ */
function messagesByParameter(): Model<Record<string, string[]>> {
  return z.record(z.string(), list(text), must("an object"));
}

/* @__NO_SIDE_EFFECTS__ */
function messagesOrTree(): Model<string[] | ErrorTree> {
  return z.union([messages, errorTreeSchema]);
}

/** The zod model of {@link ProductErrorBody}. */
export const productErrorBodySchema: Section<ProductErrorBody> = section(productErrorBodyFields);

const checkoutErrors: Section<CheckoutErrors> = section(checkoutErrorsFields);

/** The zod model of {@link CheckoutErrorBody}. */
export const checkoutErrorBodySchema: Section<CheckoutErrorBody> = section(checkoutErrorBodyFields);

const messagesSchema: Section<ApiErrorMessages> = section(apiErrorMessagesFields);

/** The zod model of {@link ApiErrorBody}. */
export const apiErrorBodySchema: Section<ApiErrorBody> = section(apiErrorBodyFields);
