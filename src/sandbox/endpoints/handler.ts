import type { Context } from "hono";
import { isRecord } from "../../shared/values.ts";
import { parseJson } from "../gateway/input/parse-json.ts";

export type Handler = (context: Context) => Response | Promise<Response>;

/** The response to an unknown id. */
export const notFound = (context: Context): Response => context.json({ message: "Record not found" }, 404);

export const paramOf = (context: Context, name: string): string => context.req.param(name) ?? "";

/** The JSON object in a request; undefined when there is none. */
export const readObject = async (context: Context): Promise<Record<string, unknown> | undefined> => {
  const body = parseJson(await context.req.text().catch(() => ""));
  return isRecord(body) ? body : undefined;
};

export const noObject = (context: Context): Response =>
  context.json({ message: "The body must be a JSON object" }, 400);
