CREATE TABLE orders (id TEXT PRIMARY KEY, amount INTEGER NOT NULL, currency TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'open');

-- What the gateway reported: `paid`, or for a person.
CREATE TABLE payments (key TEXT PRIMARY KEY, tracking_id TEXT, outcome TEXT NOT NULL);

-- A try to charge a saved card, stored before it is made. The id is its tracking_id and its idempotency key.
CREATE TABLE charges (
  id TEXT PRIMARY KEY,
  card_token TEXT NOT NULL,
  amount INTEGER NOT NULL,
  currency TEXT NOT NULL,
  description TEXT NOT NULL,
  sent_at REAL,
  state TEXT NOT NULL DEFAULT 'open' -- paid, failed, refused
);
