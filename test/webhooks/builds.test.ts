/** The builds for import and require take the classes of errors from the package's main entry. */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type { Webhooks } from "../../src/webhooks.ts";
import { AUTHORIZATION, headersFor, post, publicKey, quiet, shop, TRANSACTION } from "./notifications.ts";

const BUILDS = ["webhooks.js", "webhooks.cjs"];

test.each(BUILDS)("%s answers a refused notification with the status of the reason", async (build) => {
  const built: { Webhooks: typeof Webhooks } = createRequire(import.meta.url)(`../../dist/${build}`);
  const handler = new built.Webhooks({ ...shop, publicKey }).handler(quiet);
  for (const [status, request] of [
    [401, post(TRANSACTION, { ...headersFor(TRANSACTION), authorization: "Basic AAAA" })],
    [401, post(TRANSACTION, { authorization: AUTHORIZATION })],
    [400, post("no JSON")],
    [401, post('{"transaction":{"uid":"u","shop":{"id":7}}}')],
    [200, post(TRANSACTION)],
  ] as const) {
    expect((await handler(request)).status).toBe(status);
  }
});
