import { expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { endlessProduct } from "../models/params.ts";

/** The address to which the customer of a product returns after a payment. */
async function returnAddress(options: SandboxOptions, fields: object): Promise<string | undefined> {
  const sandbox = new Sandbox(options);
  const payments = new PaymentsClient(sandbox.clientOptions);
  const { id } = await payments.products.create({ ...endlessProduct, ...fields });
  await sandbox.pay(id);
  const { checkouts } = Object(await sandbox.state());
  const result = `https://sandbox.invalid/v2/result?token=${checkouts[0].token}`;
  const page = await sandbox.fetch(new Request(result));
  return /href="(https:\/\/[^"]+?)\?token=/.exec(await page.text())?.[1];
}

test("the customer of a product without a return URL returns to the shop's address", async () => {
  const shopUrl = "https://books.example/";
  expect(await returnAddress({ shopUrl }, {})).toBe(shopUrl);
  expect(await returnAddress({ shopUrl }, { return_url: "https://books.example/thanks" })).toBe(
    "https://books.example/thanks",
  );
  expect(await returnAddress({ shopUrl }, { success_url: "https://books.example/paid" })).toBe(
    "https://books.example/paid",
  );
  expect(await returnAddress({}, {})).toBeUndefined();
});

test("the status of a token has the shop's name and address", async () => {
  const order = { amount: 100, currency: "EUR", description: "Pass" };
  const cases: [SandboxOptions, object][] = [
    [{}, { name: "Sandbox", url: null }],
    [
      { shopName: "Kim's Books", shopUrl: new URL("https://books.example") },
      { name: "Kim's Books", url: "https://books.example/" },
    ],
  ];
  for (const [options, shop] of cases) {
    const payments = new PaymentsClient(new Sandbox(options).clientOptions);
    const { token } = await payments.checkouts.create({ transaction_type: "payment", order });
    expect(await payments.checkouts.get(token)).toMatchObject({ shop });
  }
});
