import { expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { SECRET_KEY } from "../support/gateway.ts";
import { everythingShownBy, SECRETS } from "./calls.ts";
import { good, names, refusalOf } from "./construct.ts";

const client = new PaymentsClient({ ...good, headers: { "X-Trace": "1" }, hooks: { onRetry: () => {} } });

test.each(names)("does not appear in the error for an invalid %s", (name) => {
  const shown = everythingShownBy(refusalOf({ ...good, [name]: `${name}:${SECRET_KEY}\n` }));
  for (const secret of SECRETS) expect(shown).not.toContain(secret);
});

test("is not readable from the client", () => {
  expect(Object.keys(client).sort()).toStrictEqual([
    "baseUrl",
    "bills",
    "checkoutUrl",
    "checkouts",
    "gatewayUrl",
    "products",
    "shopId",
    "transactions",
  ]);
});
