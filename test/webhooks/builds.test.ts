/** The builds for import and require take the classes of errors from the package's main entry. */
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type { Webhooks } from "../../src/webhooks/index.ts";
import { AUTHORIZATION, headersFor, post, publicKey, quiet, shop, TRANSACTION } from "./notifications.ts";

const BUILDS = ["index.js", "index.cjs"];

test.each(BUILDS)(
  "%s answers every notification that it refuses with the status of the reason",
  async (build) => {
    const built: { Webhooks: typeof Webhooks } = createRequire(import.meta.url)(
      `../../dist/webhooks/${build}`,
    );
    const handler = new built.Webhooks({ ...shop, publicKey }).handler(quiet);
    const answers = {
      credentials: post(TRANSACTION, { ...headersFor(TRANSACTION), authorization: "Basic AAAA" }),
      signature: post(TRANSACTION, { authorization: AUTHORIZATION }),
      body: post("no JSON"),
      mismatch: post('{"transaction":{"uid":"u","shop":{"id":7}}}'),
      none: post(TRANSACTION),
    };
    const statuses = Object.entries(answers).map(async ([reason, request]) => [
      reason,
      (await handler(request)).status,
    ]);
    expect(Object.fromEntries(await Promise.all(statuses))).toStrictEqual({
      credentials: 401,
      signature: 401,
      body: 400,
      mismatch: 401,
      none: 200,
    });
  },
);
