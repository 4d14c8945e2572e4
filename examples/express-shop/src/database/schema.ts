/**
 * The migrations, in the order in which they run. Append to the list; never change one that ran somewhere.
 *
 * Amounts are integers in minimal currency units, times are ISO 8601 in UTC.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE products (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    stock INTEGER,                 -- null: unlimited. Below 0: more was paid for than there was.
    gateway_id TEXT UNIQUE,        -- the product's id at the gateway
    pay_url TEXT,                  -- its payment link
    synced TEXT,                   -- what the gateway was last told of it, as JSON
    creating TEXT                  -- what it is being created from: the outcome is not known yet
  ) STRICT;

  -- Every price that a payment link was ever offered at: a customer may still pay an older one.
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
    amount INTEGER NOT NULL,       -- as it was ordered: prices change, orders do not
    currency TEXT NOT NULL,
    created_at TEXT NOT NULL,
    paid_at TEXT
  ) STRICT;

  CREATE TABLE order_lines (
    order_id TEXT NOT NULL REFERENCES orders (id),
    product_id TEXT NOT NULL REFERENCES products (id),
    name TEXT NOT NULL,
    amount INTEGER NOT NULL,
    quantity INTEGER NOT NULL,
    PRIMARY KEY (order_id, product_id)
  ) STRICT;

  -- Payment tokens. An order can have several; at most one payment of them is taken.
  CREATE TABLE checkouts (
    token TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    redirect_url TEXT NOT NULL,
    created_at TEXT NOT NULL,
    closed_at TEXT                 -- null until its status is final
  ) STRICT;
  CREATE INDEX checkouts_by_order ON checkouts (order_id);
  CREATE INDEX checkouts_open ON checkouts (token) WHERE closed_at IS NULL;

  -- What the gateway said, once each: this primary key decides which of many repeats counts.
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
    handled_at TEXT                -- when somebody dealt with one that needs attention
  ) STRICT;
  CREATE INDEX notifications_by_order ON notifications (order_id);

  -- What has to be done for paid orders. A row comes with the payment, in one transaction.
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
  -- Refunds. One is written down before the gateway hears of it: its id is the refund's tracking_id, which finds it again.
  CREATE TABLE refunds (
    id TEXT PRIMARY KEY,
    order_id TEXT NOT NULL REFERENCES orders (id),
    payment_uid TEXT NOT NULL,     -- the payment's identifier at the gateway
    amount INTEGER NOT NULL CHECK (amount > 0),
    reason TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('requested', 'refunded', 'declined')),
    message TEXT,                  -- what the gateway said
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX refunds_by_order ON refunds (order_id);
  CREATE INDEX refunds_requested ON refunds (id) WHERE status = 'requested';
  `,
];
