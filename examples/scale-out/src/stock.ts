import type { Sql } from "./database.ts";

/** Takes from one part that has enough and that nobody is taking from. */
const TAKE_FROM_ONE = `
  UPDATE stock SET remaining = remaining - $2::integer WHERE (product, part) = (
    SELECT product, part FROM stock WHERE product = $1 AND remaining >= $2::integer
    ORDER BY random() LIMIT 1 FOR UPDATE SKIP LOCKED)`;

/** Takes from as many parts as it needs, and waits for them. */
const TAKE_FROM_ALL = `
  WITH locked AS MATERIALIZED (
    SELECT part, remaining FROM stock WHERE product = $1 ORDER BY part FOR UPDATE
  ), taken AS (
    SELECT part, greatest(0, least(remaining, $2::integer - sum(remaining) OVER (ORDER BY part) + remaining)) AS quantity
    FROM locked WHERE (SELECT sum(remaining) FROM locked) >= $2::integer
  )
  UPDATE stock SET remaining = remaining - quantity FROM taken WHERE product = $1 AND stock.part = taken.part`;

/** Reduces the stock of a product. @throws Error if there is not enough of it. */
export async function takeFromStock(sql: Sql, product: string, quantity: number): Promise<void> {
  for (const take of [TAKE_FROM_ONE, TAKE_FROM_ALL]) {
    if ((await sql.query(take, [product, quantity])).rowCount !== 0) return;
  }
  throw new Error(`The stock of "${product}" has less than ${quantity}`);
}
