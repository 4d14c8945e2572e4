/** The tables. */
export const SCHEMA = `
  CREATE TABLE IF NOT EXISTS products (id TEXT PRIMARY KEY, name TEXT, price INT, stock INT);
  CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, product TEXT, amount INT, currency TEXT,
    expires_at INT, token TEXT, pay_url TEXT, paid_by TEXT, closed INT DEFAULT 0, shipping TEXT);
  CREATE TABLE IF NOT EXISTS shipments (id TEXT PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS reviews (key TEXT PRIMARY KEY, order_id TEXT, uid TEXT, parent TEXT,
    amount INT, currency TEXT, reason TEXT, message TEXT, done INT DEFAULT 0);
  CREATE TABLE IF NOT EXISTS refunds (id TEXT PRIMARY KEY, uid TEXT, amount INT,
    currency TEXT, sent_at INT DEFAULT 0, result TEXT, message TEXT);
  INSERT OR IGNORE INTO products VALUES ('ticket', 'Ticket', 12900, 50); -- 129.00 EUR
`;
