/** Creates one product for each row of a CSV file, however often the script is run or killed. */
import { readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "csv-parse/sync";
import {
  InvalidRequestError,
  PaymentsClient,
  PaymentsError,
  type ProductCreateParams,
  toMinorUnits,
  ValidationError,
} from "payments-client";

type Row = Readonly<Record<string, string>>;

/** For how long a gateway may still process a request whose response was lost, in milliseconds. */
const UNDER_WAY = Number(process.env["PAYMENTS_UNDER_WAY"] ?? 120_000);
const AT_ONCE = 8;

const [file] = process.argv.slice(2);
if (!file) throw new Error("Usage: node --env-file=.env import-products.ts FILE.csv");
const rows: Row[] = parse(await readFile(file), { bom: true, columns: true, trim: true });

const payments = new PaymentsClient({ maxRetries: 10 }); // of calls that are safe to send again
const shop = `${payments.baseUrl} ${payments.shopId}`; // a local gateway has its own products

/** Contains each row that was sent, so it is as precious as the file. One process can open it. */
const journal = new DatabaseSync(`${file}.journal`);
journal.exec(`PRAGMA locking_mode = EXCLUSIVE;
  CREATE TABLE IF NOT EXISTS sent (shop TEXT, sku TEXT, at INT, product TEXT, PRIMARY KEY (shop, sku))`);
const sql = (statement: string, ...values: (string | number | null)[]) =>
  journal.prepare(statement).all(...values);

/** An empty cell is a bad row, not an unlimited sale. @throws RangeError for a price that is no amount. */
function toProduct({ name = "", description = "", currency = "", ...row }: Row): ProductCreateParams {
  return {
    name,
    description,
    currency,
    amount: toMinorUnits(row["price"] ?? "", currency),
    ...(row["quantity"] === "unlimited"
      ? { infinite: true }
      : { quantity: Number(row["quantity"] || "NaN") }),
    ...(row["expired_at"] === "never" ? { immortal: true } : { expired_at: row["expired_at"] }),
  };
}

/**
 * Products have no idempotency key, so a request whose response was lost is never repeated blindly.
 *
 * @returns the product of a row that was sent. Undefined if the gateway did not create it.
 * @throws Error if several products may be the row's. Your staff decide.
 */
async function findSent({ name, description, currency, amount }: ProductCreateParams, at: number) {
  await sleep(Math.max(0, at + UNDER_WAY - Date.now()));
  const found = (await payments.products.list()).filter(
    (product) =>
      product.name === name &&
      product.description === description &&
      product.currency === currency &&
      String(product.amount) === String(amount) &&
      sql("SELECT 1 FROM sent WHERE product = ?", product.id).length === 0,
  );
  if (found.length > 1)
    throw new RangeError(`may be each of ${found.map(({ id }) => id)}. Write its id to the journal`);
  return found[0];
}

async function importRow(row: Row): Promise<void> {
  const { sku } = row;
  if (!sku) throw new RangeError("sku is missing");
  const params = toProduct(row);
  const save = (product: string | null, at: number) =>
    sql("INSERT OR REPLACE INTO sent VALUES (?, ?, ?, ?)", shop, sku, at, product);
  const [sent] = sql("SELECT at, product FROM sent WHERE shop = ? AND sku = ?", shop, sku);
  if (sent?.["product"]) return;
  const known = sent && (await findSent(params, Number(sent["at"])));
  if (known) return void save(known.id, Date.now());
  save(null, Date.now()); // before the request
  try {
    const { id } = await payments.products.create(params);
    save(id, Date.now());
    console.log(`${sku}: ${id}`);
  } catch (error) {
    if (error instanceof PaymentsError && error.processed === "no")
      sql("DELETE FROM sent WHERE shop = ? AND sku = ?", shop, sku);
    throw error;
  }
}

/** Only an error of the row lets the others go on. After any other, run the script again. */
async function tryRow(row: Row): Promise<void> {
  try {
    await importRow(row);
  } catch (error) {
    const isOfRow = [RangeError, InvalidRequestError, ValidationError].some((kind) => error instanceof kind);
    if (!isOfRow) throw error;
    console.error(`${row["sku"]}: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}

// Rows of an earlier run come first, and one after the other, because a new product may look like theirs.
const open = new Set(
  sql("SELECT sku FROM sent WHERE shop = ? AND product IS NULL", shop).map(({ sku }) => sku),
);
for (const row of rows) if (open.has(row["sku"] ?? "")) await tryRow(row);
const queue = rows.values();
const work = async (): Promise<void> => {
  for (const row of queue) await tryRow(row);
};
await Promise.all(Array.from({ length: AT_ONCE }, work));
