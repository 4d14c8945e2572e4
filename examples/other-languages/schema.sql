CREATE TABLE orders (
  id TEXT PRIMARY KEY, -- sent to the gateway as tracking_id
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  paid_by TEXT -- uid of the payment that pays the order
);

-- Payments that pay no order. Your staff refund them.
CREATE TABLE reviews (
  key TEXT PRIMARY KEY,
  reason TEXT NOT NULL,
  uid TEXT NOT NULL,
  money TEXT NOT NULL, -- such as 12900 EUR
  order_id TEXT NOT NULL
);

-- Money that went back, by a refund or a chargeback. Do not ship an order whose whole
-- payment went back.
CREATE TABLE reversals (
  uid TEXT PRIMARY KEY, payment_uid TEXT NOT NULL, amount INTEGER NOT NULL
);

-- Charges of saved cards. Store a row before the charge. Its id is the tracking_id and
-- the idempotency key, and has a random part. Show your staff each row that stays open
-- for an hour, with its answer.
CREATE TABLE charges (
  id TEXT PRIMARY KEY,
  card_token TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  description TEXT NOT NULL,
  created_at REAL,
  sent_at REAL,
  state TEXT NOT NULL DEFAULT 'open', -- succeeded, declined, refused
  answer TEXT -- why it has this state
);
