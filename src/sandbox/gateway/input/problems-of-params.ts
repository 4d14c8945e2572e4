import type * as z from "zod/mini";
import type { Issue } from "../../../api/error-tree.ts";
import { unknownCodes } from "../../../api/fields/codes.ts";
import { problemsOf } from "../../../api/fields/problems.ts";

/** Returns the problems that the client finds, and unknown codes, which only the gateway refuses. */
export const problemsOfParams = (
  model: z.ZodMiniType,
  params: unknown,
  root: readonly string[] = [],
): Issue[] => [...problemsOf(model, params, root), ...unknownCodes(model, params, root)];
