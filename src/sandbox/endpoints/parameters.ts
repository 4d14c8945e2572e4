import { write } from "../../api/fields/wire.ts";
import { OPERATION_MODELS } from "../../api/operation-models.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { Fields } from "../gateway/records/records.ts";
import { lenientReader } from "./read-lenient.ts";

/** The operations with parameters. */
type WithParams = {
  [O in keyof typeof OPERATION_MODELS]: (typeof OPERATION_MODELS)[O] extends { readonly params: unknown }
    ? O
    : never;
}[keyof typeof OPERATION_MODELS];

/** How the parameters of an operation are read from a request, and written as the gateway stores them. */
export function parametersOf(operation: WithParams) {
  const { params } = OPERATION_MODELS[operation];
  return {
    read: lenientReader(params),
    write: (fields: unknown): Fields => sectionOf(write(params, fields)),
  };
}
