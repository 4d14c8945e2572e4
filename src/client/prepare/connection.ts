import type { Redact } from "../../shared/redact.ts";
import type { Hooks } from "./hooks.ts";
import type { RetryBudget } from "./retry-budget.ts";

/** A `fetch`, called with a URL string and an init object. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The validated options of a client, and the state that its calls share. */
export interface Connection {
  readonly authorization: string;
  readonly redact: Redact;
  readonly baseUrl: string;
  readonly checkoutUrl: string;
  readonly gatewayUrl?: string | undefined;
  readonly timeout: number;
  readonly deadline?: number | undefined;
  readonly maxRetries: number;
  readonly maxResponseBytes: number;
  /** Default: the global `fetch`, looked up at each call. */
  readonly fetch?: Fetch | undefined;
  readonly headers: Record<string, string>;
  readonly hooks: Hooks;
  readonly validate: boolean;
  /** Whether the gateway honors idempotency keys. */
  readonly idempotencyKeys: boolean;
  /** Shared with the clients that `withOptions` creates for the same gateway. */
  budget: RetryBudget;
}
