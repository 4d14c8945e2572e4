/**
 * The migrations, in the order in which they run. Append to the list; never change one that has run on a database.
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
    stock INTEGER,                 -- null: unlimited; below 0: oversold
    gateway_id TEXT UNIQUE,        -- the product's id at the gateway
    pay_url TEXT,                  -- its payment link
    synced TEXT,                   -- the parameters last sent to the gateway, as JSON
    creating TEXT                  -- the parameters of a create call without a result, as JSON
  ) STRICT;

  -- The prices of a payment link: a customer may have opened it before the latest change.
  CREATE TABLE link_prices (
    gateway_id TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    product_id TEXT NOT NULL REFERENCES products (id),
    PRIMARY KEY (gateway_id, amount, currency)
  ) STRICT;

  CREATE TABLE cart_items (
    cart_id TEXT NOT NULL,
    product_id TEXT NOT NULL REFERENCES products (id),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    PRIMARY KEY (cart_id, product_id)
  ) STRICT;

  CREATE TABLE orders (
    id TEXT PRIMARY KEY,           -- the payment's tracking_id
    source TEXT NOT NULL CHECK (source IN ('cart', 'link')),
    status TEXT NOT NULL CHECK (status IN ('open', 'paid')),
    email TEXT NOT NULL,
    amount INTEGER NOT NULL,       -- at the time of the order
    currency TEXT NOT NULL,
    created_at TEXT NOT NULL,
    paid_at TEXT,
    claim TEXT,                    -- the request that creates the order's token
    claimed_at TEXT
  ) STRICT;

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

  -- Results reported by the gateway. The primary key makes the first report count, and no repeat.
  CREATE TABLE notifications (
    key TEXT PRIMARY KEY,
    received_at TEXT NOT NULL,
    uid TEXT,                      -- the transaction's identifier at the gateway
    tracking_id TEXT,
    amount INTEGER,
    currency TEXT,
    message TEXT,
    outcome TEXT NOT NULL,
    order_id TEXT REFERENCES orders (id),
    handled_at TEXT                -- when the staff handled a payment that needs review
  ) STRICT;
  CREATE INDEX notifications_by_order ON notifications (order_id);

  -- Paid orders to fulfil. A row is inserted in the transaction that records the payment.
  CREATE TABLE outbox (
    order_id TEXT PRIMARY KEY REFERENCES orders (id),
    created_at TEXT NOT NULL,
    done_at TEXT
  ) STRICT;

  CREATE TABLE vouchers (
    code TEXT PRIMARY KEY,
    order_id TEXT NOT NULL UNIQUE REFERENCES orders (id),
    issued_at TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Refunds, saved before they are sent. The id is the refund's tracking_id, so that it can be looked up.
  CREATE TABLE refunds (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    payment_uid TEXT NOT NULL,     -- the payment's identifier at the gateway
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('requested', 'refunded', 'declined', 'refused')),
    sent_at TEXT,                  -- when the gateway was last asked for it
    message TEXT,                  -- the gateway's message
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX refunds_by_order ON refunds (order_id);
  CREATE INDEX refunds_requested ON refunds (id) WHERE status = 'requested';
  `,
  `
  -- When a price that a payment link had can no longer be paid; null for its current price.
  ALTER TABLE link_prices ADD COLUMN ends_at TEXT;
  `,
];
