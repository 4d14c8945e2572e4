/**
 * The migrations, in the order in which they run. Append to the list. Never change a migration that has run on a database.
 *
 * Amounts are integers in minor units, times are ISO 8601 in UTC.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE products (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    stock INTEGER                  -- null if unlimited, below 0 if oversold
  ) STRICT;

  CREATE TABLE cart_items (
    cart_id TEXT NOT NULL,
    product_id TEXT NOT NULL REFERENCES products (id),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (cart_id, product_id)
  ) STRICT;

  CREATE TABLE orders (
    id TEXT PRIMARY KEY,           -- the payment's tracking_id
    email TEXT NOT NULL,
    amount INTEGER NOT NULL,       -- at the time of the order
    currency TEXT NOT NULL,
    created_at TEXT NOT NULL,
    paid_by TEXT,                  -- uid of the payment that pays the order, never changed, even after a refund
    paid_at TEXT,
    fulfilled_at TEXT
  ) STRICT;
  CREATE INDEX orders_to_fulfill ON orders (paid_at) WHERE paid_by IS NOT NULL AND fulfilled_at IS NULL;
  CREATE INDEX orders_by_payment ON orders (paid_by);

  CREATE TABLE order_lines (
    order_id TEXT NOT NULL REFERENCES orders (id),
    product_id TEXT NOT NULL REFERENCES products (id),
    name TEXT NOT NULL,
    amount INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (order_id, product_id)
  ) STRICT;

  -- Payment tokens. An order can have several, but only one payment counts.
  CREATE TABLE checkouts (
    token TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    redirect_url TEXT NOT NULL,
    created_at TEXT NOT NULL,
    closed_at TEXT                 -- null until its status is final
  ) STRICT;
  CREATE INDEX checkouts_by_order ON checkouts (order_id);
  CREATE INDEX checkouts_open ON checkouts (token) WHERE closed_at IS NULL;

  -- Payments that pay no order. The primary key stores a repeated notification once.
  CREATE TABLE reviews (
    key TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    uid TEXT,                      -- the transaction's identifier at the gateway
    order_id TEXT,                 -- the payment's tracking_id, which may be of no order
    amount INTEGER,
    currency TEXT,
    reason TEXT NOT NULL,
    message TEXT NOT NULL,
    handled_at TEXT                -- when the staff handled it
  ) STRICT;
  CREATE INDEX reviews_by_order ON reviews (order_id);

  CREATE TABLE vouchers (
    code TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
    issued_at TEXT NOT NULL
  ) STRICT;

  -- Refunds, saved before they are sent. The id is the refund's tracking_id, so that it can be looked up.
  CREATE TABLE refunds (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    payment_uid TEXT NOT NULL,     -- the payment's identifier at the gateway
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('open', 'succeeded', 'declined', 'refused')),
    sent_at TEXT,                  -- when it was last sent to the gateway
    message TEXT,                  -- the gateway's message
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX refunds_by_order ON refunds (order_id);
  CREATE INDEX refunds_open ON refunds (id) WHERE status = 'open';
  `,
];
