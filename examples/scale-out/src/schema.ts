/** A change of the tables. */
interface Migration {
  readonly sql: string;
  /** The oldest schema version whose programs still work with the tables after this change. */
  readonly compatibleFrom: number;
}

/**
 * The migrations, in the order in which they run. Append to the list, and never change a migration that ran on a server.
 *
 * Ids of orders are UUIDs of version 7. They begin with their time, so new rows are next to each other in each index.
 * Amounts are integers in minor units of the currency.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    compatibleFrom: 1,
    sql: `
  CREATE TABLE products (
    name text PRIMARY KEY,
    price bigint NOT NULL CHECK (price > 0),
    currency text NOT NULL,
    stock integer NOT NULL
  );
  INSERT INTO products VALUES ('ticket', 1290, 'EUR', 1000000), ('poster', 2500, 'EUR', 1000000);

  -- A UUID of version 7, which begins with the time. PostgreSQL has such a function only since version 18.
  CREATE FUNCTION new_id(shift interval DEFAULT '0') RETURNS uuid LANGUAGE sql VOLATILE AS $$
    SELECT encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING
      substring(int8send((extract(epoch FROM now() + shift) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1), 'hex')::uuid $$;

  -- No column that changes is in an index, so that each update is a HOT update.
  CREATE TABLE orders (
    id uuid PRIMARY KEY DEFAULT new_id(),        -- the tracking_id of its payment, and the secret of its page
    product text NOT NULL,
    quantity integer NOT NULL CHECK (quantity > 0),
    amount bigint NOT NULL CHECK (amount > 0),
    currency text NOT NULL,
    paid_by text,                                -- uid of the payment that pays it, never cleared. Null: open
    paid_at timestamptz,
    is_found boolean NOT NULL DEFAULT false      -- the shop found its payment, and accepted no notification of it until now
  ) WITH (fillfactor = 80);

  -- The open payment token of an order, at most one, and when the order is audited next.
  CREATE TABLE checkouts (
    order_id uuid PRIMARY KEY REFERENCES orders ON DELETE CASCADE,
    is_closed boolean NOT NULL DEFAULT false,    -- the order is paid, and gets no other token
    token text,                                  -- null: there is none yet, or the order is paid
    redirect_url text,
    created_at timestamptz,
    traceparent text,                            -- the trace that the payment continues
    audits integer NOT NULL DEFAULT 0,
    audit_at timestamptz                         -- null: there is no token yet, or half a year passed
  ) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
  CREATE INDEX checkouts_by_audit ON checkouts (audit_at);

  CREATE TABLE fulfillments (
    order_id uuid PRIMARY KEY REFERENCES orders ON DELETE CASCADE, -- at most one per order
    code text NOT NULL,
    fulfilled_at timestamptz NOT NULL DEFAULT now()
  );

  -- Money that goes back: refunds that the shop sends, refunds by hand at the gateway, chargebacks. They can be stored
  -- before their payment. The id of the shop's own refunds is their tracking_id and idempotency key, others have their uid.
  CREATE TABLE refunds (
    id text PRIMARY KEY,
    order_id uuid NOT NULL REFERENCES orders ON DELETE CASCADE,
    payment_uid text NOT NULL,
    amount bigint NOT NULL CHECK (amount > 0),
    reason text NOT NULL,
    state text NOT NULL DEFAULT 'open',          -- 'succeeded', 'declined', 'refused', 'settled' by the staff
    answer text,                                 -- why it was declined or refused
    uid text,                                    -- at the gateway, if it succeeded
    requested_at timestamptz NOT NULL DEFAULT now(),
    sent_at timestamptz
  );
  CREATE INDEX refunds_by_order ON refunds (order_id);
  CREATE INDEX refunds_open ON refunds (requested_at) WHERE state IN ('open', 'declined', 'refused');

  -- Payments that pay no order, and chargebacks.
  CREATE TABLE reviews (
    key text PRIMARY KEY,
    order_id uuid REFERENCES orders ON DELETE CASCADE,
    tracking_id text,
    uid text,
    amount bigint,                               -- what came, or went back if negative; null: not money, or counted elsewhere
    currency text,
    reason text NOT NULL,
    message text NOT NULL,
    found_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz                       -- when the staff dealt with it
  );
  CREATE INDEX reviews_by_order ON reviews (order_id);
  CREATE INDEX reviews_open ON reviews (found_at) WHERE settled_at IS NULL;

  -- What the audit could not repair: an order that cannot be read at the gateway, or whose money differs there.
  CREATE TABLE findings (
    order_id uuid REFERENCES orders ON DELETE CASCADE,
    kind text,                                   -- 'unreadable' or 'difference'
    message text NOT NULL,
    found_at timestamptz NOT NULL DEFAULT now(),
    settled_at timestamptz,
    PRIMARY KEY (order_id, kind)
  );
  CREATE INDEX findings_open ON findings (found_at) WHERE settled_at IS NULL;

  -- All money that came, or went back if it is negative, by the uid of its transaction.
  CREATE VIEW book AS
    SELECT id AS order_id, paid_by AS uid, amount, currency FROM orders WHERE paid_by IS NOT NULL
    UNION ALL SELECT order_id, uid, amount, currency FROM reviews WHERE amount IS NOT NULL
    UNION ALL SELECT order_id, uid, -refunds.amount, currency
      FROM refunds JOIN orders ON orders.id = order_id WHERE state = 'succeeded';
  `,
  },
];
