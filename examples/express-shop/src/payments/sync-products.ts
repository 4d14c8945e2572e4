import type { DatabaseSync } from "node:sqlite";
import { type Product as GatewayProduct, NotFoundError, type ProductCreateParams } from "payments-client";
import { CURRENCY } from "../catalogue.ts";
import { listProducts, type Product } from "../products.ts";
import type { Shop } from "../shop.ts";

/** The product's parameters. `notification_url` is in the gateway documentation, but not in the API reference. */
const toParams = ({ name, description, amount, stock }: Product, { config }: Shop) => ({
  name,
  description,
  currency: CURRENCY,
  amount,
  ...(stock === null ? { infinite: true } : { infinite: false, quantity: Math.max(0, stock) }),
  immortal: true,
  visible_fields: ["email" as const],
  test: config.isTestMode,
  return_url: `${config.publicUrl}/links/return`,
  notification_url: `${config.publicUrl}/notifications`,
});

/** Called before the price changes at the gateway, so that a payment by the link always matches. */
function allowPrice(db: DatabaseSync, product: Product, gatewayId: string, amount: number): void {
  db.prepare(
    "INSERT OR REPLACE INTO link_prices (gateway_id, amount, currency, product_id) VALUES (?, ?, ?, ?)",
  ).run(gatewayId, amount, CURRENCY, product.id);
}

/** How long a customer may pay a price after it changed, in milliseconds. A token of an opened link lives this long. */
const OLD_PRICE = 86_400_000;

/** Called after the price changed at the gateway, because no customer can open the link at an earlier price then. */
function endOtherPrices(db: DatabaseSync, gatewayId: string, amount: number): void {
  db.prepare(
    "UPDATE link_prices SET ends_at = ? WHERE gateway_id = ? AND amount <> ? AND ends_at IS NULL",
  ).run(new Date(Date.now() + OLD_PRICE).toISOString(), gatewayId, amount);
}

function setCreating(db: DatabaseSync, product: Product, params: string): void {
  db.prepare("UPDATE products SET creating = ? WHERE id = ?").run(params, product.id);
}

function saveGatewayProduct(db: DatabaseSync, product: Product, made: GatewayProduct, params: string): void {
  allowPrice(db, product, made.id, made.amount);
  db.prepare("UPDATE products SET gateway_id = ?, pay_url = ?, synced = ?, creating = NULL WHERE id = ?").run(
    made.id,
    made.pay_url,
    params,
    product.id,
  );
}

const isTaken = (db: DatabaseSync, gatewayId: string): boolean =>
  db.prepare("SELECT 1 FROM products WHERE gateway_id = ?").get(gatewayId) !== undefined;

/** Finds, by its fields, the product of an earlier call whose response was lost. */
async function findMade({ db, payments }: Shop, sent: string): Promise<GatewayProduct | undefined> {
  const params: Partial<ProductCreateParams> = JSON.parse(sent);
  const products = await payments.products.list();
  return products.find(
    ({ id, name, description, currency, amount, test }) =>
      name === params.name &&
      description === params.description &&
      currency === params.currency &&
      amount === params.amount &&
      test === params.test &&
      !isTaken(db, id),
  );
}

/**
 * Products have no idempotency key, so a repeated create would make a second product. The shop stores the parameters before
 * it sends them, and searches for the product before it sends them again.
 */
async function create(shop: Shop, product: Product, params: ProductCreateParams): Promise<void> {
  const { db, payments } = shop;
  const { creating } = product;
  if (creating !== null) {
    const found = await findMade(shop, creating);
    if (found) return saveGatewayProduct(db, product, found, creating);
  }
  const text = JSON.stringify(params);
  setCreating(db, product, text);
  saveGatewayProduct(db, product, await payments.products.create(params), text);
}

async function update(
  shop: Shop,
  product: Product,
  gatewayId: string,
  params: ProductCreateParams,
): Promise<void> {
  const { db, payments } = shop;
  allowPrice(db, product, gatewayId, product.amount);
  try {
    await payments.products.update(gatewayId, params);
    endOtherPrices(db, gatewayId, product.amount);
    db.prepare("UPDATE products SET synced = ? WHERE id = ?").run(JSON.stringify(params), product.id);
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    // The gateway deleted it, and the next run creates it again. If not, its link must not sell at this price forever.
    endOtherPrices(db, gatewayId, -1);
    db.prepare("UPDATE products SET gateway_id = NULL, pay_url = NULL WHERE id = ?").run(product.id);
  }
}

async function syncProduct(shop: Shop, product: Product): Promise<void> {
  const params = toParams(product, shop);
  const { gatewayId, synced } = product;
  if (gatewayId === null) await create(shop, product, params);
  else if (synced !== JSON.stringify(params)) await update(shop, product, gatewayId, params);
}

/** Creates a product with a payment link at the gateway for each product of the catalogue, and sends changes. */
export async function syncProducts(shop: Shop): Promise<void> {
  for (const product of listProducts(shop.db)) {
    try {
      await syncProduct(shop, product);
    } catch (error) {
      console.error(`The payment link of ${product.id} could not be updated:`, error);
    }
  }
}
