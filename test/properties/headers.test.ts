/** No value that a merchant sets can add or change other headers. */
import { createServer } from "node:http";
import { afterAll, describe, expect, test } from "vitest";
import { ConfigurationError, ConnectionError, PaymentsClient, type RequestOptions } from "../../src/index.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { listen } from "../support/listen.ts";
import { fc } from "./fast-check.ts";
import { anyText, onlyPackageErrors } from "./hostile.ts";

const shop = { shopId: SHOP_ID, secretKey: SECRET_KEY };

/** The raw headers of each request: name, value, name, value. */
const arrived: string[][] = [];

const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
  arrived.push(request.rawHeaders);
  response.end("[]");
});

const { url, [Symbol.asyncDispose]: close } = await listen(server);
afterAll(close);

const clientWith = (options: object): PaymentsClient =>
  new PaymentsClient({ ...shop, baseUrl: url, checkoutUrl: url, maxRetries: 0, ...options });

const valuesOf = (name: string): string[] =>
  (arrived.at(-1) ?? []).filter((_value, at, raw) => at % 2 === 1 && raw[at - 1]?.toLowerCase() === name);

/** `fetch` trims header values. */
const trimmed = (value: string): string => value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, "");

const credentialsOf = (authorization: string | undefined): string => {
  const bytes = Buffer.from(authorization?.replace(/^Basic /, "") ?? "", "base64");
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
};

describe("any text", () => {
  test.each(["shopId", "secretKey"] as const)("as %s arrives unchanged, or is refused", async (option) => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const given = { ...shop, [option]: text };
        let client: PaymentsClient;
        try {
          client = clientWith(given);
        } catch (error) {
          if (error instanceof ConfigurationError) return;
          throw error;
        }
        arrived.length = 0;
        await client.products.list();
        expect(arrived).toHaveLength(1);
        expect(valuesOf("authorization").map(credentialsOf)).toStrictEqual([
          `${given.shopId}:${given.secretKey}`,
        ]);
      }),
    );
  });

  // Node's Headers drop a header named __proto__ when they are created from an object.
  const name = fc.oneof(anyText, fc.constantFrom("x-a", "Cookie", "constructor"));
  const own = fc.tuple(
    name.filter((text) => text !== "__proto__"),
    anyText,
  );

  const listWith = async (where: string, headers: [string, string][]): Promise<boolean> => {
    arrived.length = 0;
    const options: RequestOptions = { headers };
    try {
      await clientWith(where === "client" ? options : {}).products.list(where === "call" ? options : {});
      return true;
    } catch (error) {
      // Node refuses some control characters only when it sends them.
      if (!(error instanceof ConfigurationError || error instanceof ConnectionError)) throw error;
      return false;
    }
  };

  test.each(["client", "call"])("as a header of a %s arrives as one header, or is refused", async (where) => {
    await fc.assert(
      fc.asyncProperty(own, async ([called, value]) => {
        const isSent = await listWith(where, [[called, value]]);
        expect(arrived).toHaveLength(isSent ? 1 : 0);
        if (isSent) expect(valuesOf(called.toLowerCase())).toStrictEqual([trimmed(value)]);
      }),
    );
  });

  test("in headers that frame a request never splits it into two", async () => {
    const framing = fc.constantFrom(
      ...[
        "content-length",
        "transfer-encoding",
        "connection",
        "host",
        "expect",
        "upgrade",
        "te",
        "keep-alive",
      ],
    );
    const values = ["0", "5", "-1", "chunked", "close", "100-continue", "h2c"];
    const value = fc.oneof(anyText, fc.constantFrom(...values));
    await fc.assert(
      fc.asyncProperty(framing, value, async (frame, text) => {
        arrived.length = 0;
        await onlyPackageErrors(() => clientWith({}).products.list({ headers: [[frame, text]] }));
        expect(arrived.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});
