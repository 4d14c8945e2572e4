/** In this folder: faults of a network and of TLS, and what the client makes of each. */

import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { SECRETS } from "../../client/calls.ts";
import { kinds } from "./faults.ts";
import { EMAIL, METHODS, observe } from "./observe.ts";
import { pem } from "./server.ts";
import { readPage } from "./table.ts";

const trusted = getCACertificates("default");

beforeAll(() => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  setDefaultCACertificates([pem("ca")]);
});

afterAll(() => {
  vi.restoreAllMocks();
  setDefaultCACertificates(trusted);
});

describe.each(Object.entries(kinds))("%s", (_kind, faults) => {
  const rows = faults.flatMap((fault) =>
    METHODS.map((method) => ({ name: fault.name, fault, method, expected: fault.expected[method] })),
  );
  test.concurrent.each(rows)("$name: a $method gets $expected", async ({ fault, method, expected }) => {
    const { result, shown } = await observe(fault, method);
    expect(result).toBe(expected);
    for (const secret of [...SECRETS, EMAIL]) expect(shown).not.toContain(secret);
  });
});

test("the documentation's table has these results; `npm run faults` writes it", () => {
  const { shown, expected } = readPage();
  expect(shown).toBe(expected);
});
