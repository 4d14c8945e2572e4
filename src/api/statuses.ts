import { isNameIn } from "../shared/values.ts";

/** What the status of a transaction means for the money. */
export type StatusMeaning = "successful" | "failed" | "expired" | "pending";

/** The states of a transaction. A new state also requires a row in the local gateway, or the code does not compile. */
const MEANINGS = {
  successful: "successful",
  failed: "failed",
  incomplete: "pending",
  pending: "pending",
  expired: "expired",
  error: "failed",
  deleted: "failed",
  permanent: "pending",
  start: "pending",
  auto_created: "pending",
} as const satisfies Readonly<Record<string, StatusMeaning>>;

export type KnownStatus = keyof typeof MEANINGS;

/** Whether a value is a documented status. */
export const isKnownStatus = (status: unknown): status is KnownStatus => isNameIn(MEANINGS, status);

/** The meaning of a known status. Undefined for any other value. */
export const meaningOf = (status: unknown): StatusMeaning | undefined =>
  isKnownStatus(status) ? MEANINGS[status] : undefined;
