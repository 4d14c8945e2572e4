import { isGiven, isRecord } from "../../values.ts";
import type { Fields } from "./records.ts";

/** A section of what was sent, empty where it was not. */
export const section = (value: unknown): Fields => (isRecord(value) ? value : {});

/** A text of what was sent; undefined where there is none. */
export const textOf = (value: unknown): string | undefined => (isGiven(value) ? String(value) : undefined);
