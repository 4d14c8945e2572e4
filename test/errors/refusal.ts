import { ApiError, type ErrorTree, type Issue } from "../../src/index.ts";
import { newCheckout, newProduct, rejection } from "../client/calls.ts";
import { type Answer, startGateway } from "../support/gateway.ts";

export type Endpoint = "product" | "checkout";

/** The error of a call that gets this response. */
export async function refusal(endpoint: Endpoint, answer: Answer): Promise<ApiError> {
  await using gateway = await startGateway(answer);
  const client = gateway.client({ maxRetries: 0 });
  const call =
    endpoint === "product" ? client.products.create(newProduct) : client.checkouts.create(newCheckout);
  return await rejection(call, ApiError);
}

/** The issues of a tree of messages. */
export const flattened = (tree: ErrorTree, parent: string[] = []): Issue[] =>
  Object.entries(tree).flatMap(([field, inner]) =>
    Array.isArray(inner)
      ? [{ path: [...parent, field], messages: inner }]
      : flattened(inner, [...parent, field]),
  );
