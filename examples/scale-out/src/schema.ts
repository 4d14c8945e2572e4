/** A change of the tables. */
export interface Migration {
  readonly sql: string;
  /** The oldest schema version whose programs still work with the tables after this change. */
  readonly compatibleFrom: number;
}

/**
 * The migrations, in the order in which they run. Append to the list; never change one that ran somewhere.
 *
 * Ids of orders are UUIDs of version 7, which begin with their time, so that new rows are beside one another in each
 * index. Everything about an order is stored under its id, also for an order that we do not know: no foreign keys.
 * Amounts are integers in minor units of the currency.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    compatibleFrom: 1,
    sql: `
  CREATE TABLE products (
    name text PRIMARY KEY,
    price bigint NOT NULL CHECK (price > 0),
    currency text NOT NULL
  );
  INSERT INTO products VALUES ('ticket', 1290, 'EUR'), ('poster', 2500, 'EUR');

  -- The stock of a product, in parts: fulfilments that run at once take from different rows. Room for HOT updates.
  CREATE TABLE stock (
    product text NOT NULL REFERENCES products (name),
    part integer NOT NULL,
    remaining integer NOT NULL CHECK (remaining >= 0),
    PRIMARY KEY (product, part)
  ) WITH (fillfactor = 20);
  INSERT INTO stock SELECT name, part, 62500 FROM products, generate_series(1, 16) AS part;

  -- No column that changes is in an index, so that the one update is a HOT update.
  CREATE TABLE orders (
    id uuid PRIMARY KEY DEFAULT uuidv7(),        -- the payment's tracking_id
    product text NOT NULL,
    quantity integer NOT NULL CHECK (quantity > 0),
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    paid_by text,                                -- key of the notification that paid it; null: open
    payment_uid text                             -- the payment that it tells of
  ) WITH (fillfactor = 80);

  -- The open payment token of an order: at most one. It is deleted when its payment has been decided.
  CREATE TABLE checkouts (
    order_id uuid PRIMARY KEY,
    claim uuid NOT NULL,                         -- the request that creates the token, since claimed_at
    claimed_at timestamptz NOT NULL DEFAULT now(),
    token text,                                  -- null: being created
    redirect_url text,
    checks integer NOT NULL DEFAULT 0,
    next_check_at timestamptz,
    missing_since timestamptz                    -- the first of several 404 in a row
  ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
  CREATE INDEX checkouts_by_check ON checkouts (next_check_at) WHERE token IS NOT NULL;

  -- What the gateway told. The key makes a repeated notification count once.
  CREATE TABLE notifications (
    order_id uuid NOT NULL,                      -- as the payment names it; zeros: no order of ours
    key text NOT NULL,
    received_at timestamptz NOT NULL DEFAULT now(),
    body json NOT NULL,                          -- not jsonb, which refuses some JSON that a customer can type
    PRIMARY KEY (order_id, key)
  );

  -- What came of it.
  CREATE TABLE decisions (
    order_id uuid NOT NULL,
    key text NOT NULL,
    decision text NOT NULL,
    decided_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,                      -- when the staff dealt with it
    PRIMARY KEY (order_id, key)
  );
  CREATE INDEX decisions_to_settle ON decisions (decided_at)
    WHERE decision IN ('mismatch', 'unknown order', 'unclear', 'charged back') AND settled_at IS NULL;

  CREATE TABLE fulfilments (
    order_id uuid PRIMARY KEY,                   -- at most one per order
    code text NOT NULL,
    fulfilled_at timestamptz NOT NULL DEFAULT now()
  );

  -- Money that went back: refunds and chargebacks. They can arrive before their payment.
  CREATE TABLE reversals (
    order_id uuid NOT NULL,
    uid text NOT NULL,
    parent_uid text NOT NULL,                    -- the payment
    amount bigint NOT NULL,
    PRIMARY KEY (order_id, uid)
  );

  -- Refunds that the shop asks for. The id is their tracking_id and idempotency key.
  CREATE TABLE refunds (
    id text PRIMARY KEY,
    order_id uuid NOT NULL,
    payment_uid text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    reason text NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'requested',     -- 'refunded', 'declined', 'settled' by the staff
    answer text,                                 -- what the gateway said to it
    asked_at timestamptz                         -- when the gateway was last asked for it
  );
  CREATE INDEX refunds_by_order ON refunds (order_id);
  CREATE INDEX refunds_open ON refunds (requested_at) WHERE state IN ('requested', 'declined');

  -- Where the gateway's book and the shop's differ. What the audit repaired is settled at once.
  CREATE TABLE differences (
    order_id uuid NOT NULL,
    difference text NOT NULL,
    found_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    PRIMARY KEY (order_id, difference)
  );
  CREATE INDEX differences_to_settle ON differences (found_at) WHERE settled_at IS NULL;

  -- The nightly audits: one for each day of orders, in slices.
  CREATE TABLE audits (
    day date PRIMARY KEY,
    position uuid NOT NULL,                      -- the last order that was audited
    orders integer NOT NULL DEFAULT 0,
    found integer NOT NULL DEFAULT 0,            -- differences
    sums json NOT NULL DEFAULT '{}',             -- by currency: the gateway's, and the shop's
    finished_at timestamptz
  );
  `,
  },
];
