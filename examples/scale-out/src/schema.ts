/**
 * The migrations, in the order in which they run. Append to the list; never change one that ran somewhere. Stay
 * compatible: during a deployment, app processes of the previous release use the new schema.
 *
 * Amounts are integers in minimal currency units.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE stock (
    product text PRIMARY KEY,
    remaining integer NOT NULL CHECK (remaining >= 0)
  );
  INSERT INTO stock (product, remaining) VALUES ('ticket', 1000000);

  CREATE TABLE orders (
    id text PRIMARY KEY,              -- the payment's tracking_id
    created_at timestamptz NOT NULL DEFAULT now(),
    quantity integer NOT NULL CHECK (quantity > 0),
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    paid_by text UNIQUE               -- the notification that paid it; null: open
  );

  -- Payment tokens. An order can have several; at most one of their payments counts.
  CREATE TABLE checkouts (
    token text PRIMARY KEY,
    order_id text NOT NULL REFERENCES orders (id),
    redirect_url text NOT NULL,
    checks integer NOT NULL DEFAULT 0,
    next_check_at timestamptz DEFAULT now() + interval '30 seconds'  -- null: its status is final
  );
  CREATE INDEX checkouts_by_order ON checkouts (order_id);
  CREATE INDEX checkouts_by_check ON checkouts (next_check_at) WHERE next_check_at IS NOT NULL;

  -- Notifications: the primary key makes repeated ones count once.
  CREATE TABLE notifications (
    key text PRIMARY KEY,
    received_at timestamptz NOT NULL DEFAULT now(),
    body json NOT NULL,               -- not jsonb, which refuses some JSON that a customer can type
    decision text,                    -- null: not processed yet
    order_id text,
    settled_at timestamptz            -- when it was refunded
  );
  CREATE INDEX notifications_to_settle ON notifications (received_at)
    WHERE decision NOT IN ('paid', 'not paid') AND settled_at IS NULL;

  CREATE TABLE fulfilments (
    order_id text PRIMARY KEY REFERENCES orders (id),   -- at most one per order
    code text NOT NULL UNIQUE,
    fulfilled_at timestamptz NOT NULL DEFAULT now()
  );
  `,
];
