import * as fc from "fast-check";
import { expect, test } from "vitest";
import { InvalidRequestError, type PaymentsClient } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { anyText } from "./hostile.ts";

const callsWithId: readonly [string, string, (client: PaymentsClient, id: string) => Promise<unknown>][] = [
  ["products.get", "/products/", ({ products }, id) => products.get(id)],
  ["products.update", "/products/", ({ products }, id) => products.update(id, { name: "a" })],
  ["checkouts.get", "/ctp/api/checkouts/", ({ checkouts }, token) => checkouts.get(token)],
  ["transactions.get", "/transactions/", ({ transactions }, uid) => transactions.get(uid)],
  [
    "transactions.findByTrackingId",
    "/v2/transactions/tracking_id/",
    ({ transactions }, id) => transactions.findByTrackingId(id),
  ],
];

const tricky = fc.constantFrom(
  "..",
  ".",
  "...",
  "%2e%2e",
  "..%2f",
  "../products",
  "a/b",
  "a?b",
  "a#b",
  "\\",
  "%",
  "//",
  "a b",
  "a\r\nX: y",
  "é",
  "🎟",
  "\ud800",
);

test.each(callsWithId)(
  "%s keeps any id in one path segment, or refuses it",
  async (_operation, parent, run) => {
    await using gateway = await startGateway({ status: 404, body: { message: "Record not found" } });
    const client = gateway.client();
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyText, tricky), async (id) => {
        const before = gateway.requests.length;
        const outcome: unknown = await run(client, id).catch((error: unknown) => error);
        if (outcome instanceof InvalidRequestError) {
          expect(gateway.requests.length).toBe(before);
          expect(id === "" || id === "." || id === ".." || !id.isWellFormed()).toBe(true);
          return;
        }
        const { path = "" } = gateway.requests[before] ?? {};
        const segment = path.slice(parent.length);
        expect(path.startsWith(parent)).toBe(true);
        expect(segment).not.toMatch(/[/?#\\]/);
        expect(decodeURIComponent(segment)).toBe(id);
      }),
      { numRuns: 100 },
    );
  },
);
