/** Writes every product with its payment link as CSV. */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { stringify } from "csv-stringify";
import { fromMinorUnits, PaymentsClient, type Product } from "payments-client";
import { readArguments, refuse } from "./src/read-arguments.ts";

const USAGE =
  "node export-links.ts [FILE]: writes all products with their payment links to FILE, or to stdout";

/** A currency that the SDK does not know is shown as the gateway sent it. */
function price({ amount, currency }: Product): string {
  try {
    return `${fromMinorUnits(amount, currency)} ${currency}`;
  } catch {
    return `${amount} minor units of ${currency}`;
  }
}

/** `node export-links.ts | head` closes the pipe early, which is not an error. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit();
  console.error(error.message);
  process.exit(1);
});

const { positionals } = readArguments(USAGE, { allowPositionals: true });
const [file] = positionals;
if (positionals.length > 1) refuse(USAGE);
const products = await new PaymentsClient({ maxResponseBytes: 2 ** 29 }).products.list();

/** A spreadsheet would run a name such as `=HYPERLINK(…)`, so such fields are escaped. */
const csv = stringify({ header: true, escape_formulas: true, bom: file !== undefined });
const rows = Readable.from(products).map((product: Product) => ({
  id: product.id,
  name: product.name,
  price: price(product),
  link: product.pay_url,
}));
await pipeline(rows, csv, file === undefined ? process.stdout : createWriteStream(file));
