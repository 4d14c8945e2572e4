import { writeFile } from "node:fs/promises";
import { fromMinorUnits, type PaymentsClient } from "payments-client";

/** Quotes a field. A spreadsheet would run a name such as `=HYPERLINK(…)`. */
const toField = (text: string): string =>
  `"${text.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`;

/** Writes all products with their payment links to a CSV file. */
export async function exportLinks(payments: PaymentsClient, file: string): Promise<void> {
  const products = await payments.products.list();
  const rows = products.map(({ id, name, amount, currency, pay_url }) => {
    const price = `${fromMinorUnits(amount, currency)} ${currency}`;
    return [id, name, price, pay_url ?? ""].map(toField).join(",");
  });
  await writeFile(file, ["id,name,price,link", ...rows, ""].join("\r\n"));
}
