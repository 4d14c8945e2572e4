import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { exportLinks } from "../../../examples/recipes/export-links.ts";

test("each product is a row with its price and link, and no name is a formula", async () => {
  const folder = await mkdtemp(join(tmpdir(), "links-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const payments = new PaymentsClient(new Sandbox().clientOptions);
  const { id, pay_url } = await payments.products.create({
    ...{ name: '=HYPERLINK("https://evil.example")', description: "Entry", currency: "JPY" },
    ...{ amount: 1290, infinite: true, immortal: true },
  });
  await exportLinks(payments, join(folder, "links.csv"));
  expect(await readFile(join(folder, "links.csv"), "utf8")).toBe(
    `id,name,price,link\r\n"${id}","'=HYPERLINK(""https://evil.example"")","1290 JPY","${pay_url}"\r\n`,
  );
});
