import type { DatabaseSync } from "node:sqlite";
import { toMinorUnits } from "payments-client";
import { transaction } from "./database/transaction.ts";

/** The shop sells in one currency. */
export const CURRENCY = "EUR";

interface CatalogueEntry {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly price: string;
  /** Initial stock. Leave it out for unlimited products. */
  readonly stock?: number;
}

/** The products. Restart the shop after a change. */
const CATALOGUE: readonly CatalogueEntry[] = [
  {
    id: "annual-pass",
    name: "Annual pass",
    description: "Entry for one person on every day of twelve months.",
    price: "129.00",
  },
  {
    id: "night-tour",
    name: "Night tour",
    description: "Ninety minutes in the dark galleries, with a torch and a curator.",
    price: "24.50",
    stock: 40,
  },
  {
    id: "museum-guide",
    name: "Museum guide",
    description: "The printed guide: 180 pages, 240 pictures, one fold-out map.",
    price: "18.90",
    stock: 120,
  },
  {
    id: "postcards",
    name: "Ten postcards",
    description: "The ten works that visitors stand in front of the longest.",
    price: "9.50",
  },
];

/** Loads the catalogue into the database. Only new products get a stock, because sales change it later. */
export function loadCatalogue(db: DatabaseSync, catalogue: readonly CatalogueEntry[] = CATALOGUE): void {
  const load = db.prepare(`
    INSERT INTO products (id, name, description, amount, stock) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, description = excluded.description, amount = excluded.amount`);
  transaction(db, () => {
    for (const { id, name, description, price, stock = null } of catalogue) {
      load.run(id, name, description, toMinorUnits(price, CURRENCY), stock);
    }
  });
}
