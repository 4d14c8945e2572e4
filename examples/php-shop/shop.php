<?php
// A whole shop: php -S 127.0.0.1:8041 shop.php, with the PAYMENTS_… variables, SHOP_URL and DATABASE in the environment.
// Its job, for every few minutes: php shop.php job. What your staff must look at: php shop.php staff. TEST_ROUTES=1 opens the routes for `payments-client check-shop`.
require __DIR__ . '/../other-languages/send_once.php';

/** Seconds. How long an order can be paid, and for how much longer its token is checked, because clocks differ. */
const EXPIRY = 86400;
const MARGIN = 3600;
/** Seconds after which your staff must look at a refund that is still open. */
const LONG = 3600;

$db = new PDO('sqlite:' . setting('DATABASE'), null, null, [PDO::ATTR_TIMEOUT => 5, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
$db->exec("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER, currency TEXT, token TEXT,
    expires_at INTEGER, paid_by TEXT, parcels INTEGER NOT NULL DEFAULT 0, is_over INTEGER NOT NULL DEFAULT 0)");
$db->exec('CREATE TABLE IF NOT EXISTS reversals (uid TEXT PRIMARY KEY, payment_uid TEXT, amount INTEGER)');
$db->exec('CREATE TABLE IF NOT EXISTS reviews (key TEXT PRIMARY KEY, reason TEXT, uid TEXT, money TEXT, order_id TEXT)');
$db->exec("CREATE TABLE IF NOT EXISTS refunds (id TEXT PRIMARY KEY, order_id TEXT, uid TEXT, amount INTEGER, state TEXT NOT NULL DEFAULT 'open',
    answer TEXT, asked_at INTEGER, sent_at INTEGER NOT NULL DEFAULT 0)");

function rows(string $sql, mixed ...$values): array {
    global $db;
    $statement = $db->prepare($sql);
    $statement->execute($values);
    return $statement->fetchAll();
}

class OwnShop implements Shop {
    public function find_order(string $tracking_id): ?array {
        return rows('SELECT * FROM orders WHERE id = ?', $tracking_id)[0] ?? null;
    }

    public function paid(array $order, string $uid, string $key): void {
        global $db;
        $db->exec('BEGIN IMMEDIATE');
        rows('UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL', $uid, $order['id']);
        rows('DELETE FROM reviews WHERE key = ?', $key);
        $db->exec('COMMIT');
    }

    public function review(string $key, string $reason, string $uid, string $money, string $tracking_id): void {
        rows('INSERT INTO reviews VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING', $key, $reason, $uid, $money, $tracking_id);
    }

    public function taken_back(string $uid, string $payment_uid, int $amount): void {
        rows('INSERT INTO reversals VALUES (?, ?, ?) ON CONFLICT DO NOTHING', $uid, $payment_uid, $amount);
    }
}

/** Fulfills each paid order once, unless its money went back before, or goes back now. */
function fulfill(): void {
    rows("UPDATE orders SET parcels = parcels + 1 WHERE paid_by IS NOT NULL AND parcels = 0
        AND amount > (SELECT coalesce(sum(amount), 0) FROM refunds WHERE uid = paid_by AND state IN ('open', 'succeeded'))
        AND amount > (SELECT coalesce(sum(amount), 0) FROM reversals WHERE payment_uid = paid_by)");
}

function place_order(): array {
    $order = ['id' => bin2hex(random_bytes(8)), 'amount' => 12900, 'currency' => 'EUR', 'expires_at' => time() + EXPIRY];
    rows('INSERT INTO orders (id, amount, currency, expires_at) VALUES (?, ?, ?, ?)', ...array_values($order));
    $shop = rtrim(setting('SHOP_URL'), '/');
    [$status, $body] = call('POST', setting('PAYMENTS_CHECKOUT_URL') . '/ctp/api/checkouts', ['checkout' => [
        'transaction_type' => 'payment',
        'order' => [
            'amount' => $order['amount'], 'currency' => $order['currency'], 'description' => 'Annual pass', 'tracking_id' => $order['id'],
            'expired_at' => gmdate('c', $order['expires_at']),
        ],
        'settings' => ['return_url' => "$shop/return?order={$order['id']}", 'notification_url' => "$shop/notify"],
    ]]);
    $token = $body['checkout']['token'] ?? null;
    if (intdiv($status, 100) !== 2 || !is_string($token)) throw new Exception("The gateway answered $status");
    rows('UPDATE orders SET token = ? WHERE id = ?', $token, $order['id']);
    return ['orderId' => $order['id'], 'token' => $token];
}

/**
 * Requests what became of the order's token, because its notification can be lost. No answer ends this before the token paid
 * the order or the order is over, because a gateway can call a token finished whose customer tries another card. After a
 * second token paid, the customer can still pay the first.
 */
function check_token(array $order): void {
    [$status, $body] = call('GET', setting('PAYMENTS_CHECKOUT_URL') . '/ctp/api/checkouts/' . rawurlencode($order['token']));
    $checkout = $body['checkout'] ?? null;
    if ($status !== 200 || ($checkout['token'] ?? null) !== $order['token']) throw new Exception("Its token: the gateway answered $status");
    $uid = $checkout['gateway_response']['payment']['uid'] ?? null;
    if ($uid !== null) {
        [$status, $body] = call('GET', setting('PAYMENTS_GATEWAY_URL') . '/transactions/' . rawurlencode($uid));
        if ($status !== 200 || !is_record($body['transaction'] ?? null)) throw new Exception("Transaction $uid: the gateway answered $status");
        handle_payment(new OwnShop(), $body['transaction']);
        // It may still succeed, although the order is over.
        if (meaning_of($body['transaction']['status'] ?? null) === 'pending') return;
    }
    rows('UPDATE orders SET is_over = 1 WHERE id = ? AND (paid_by = ? OR expires_at < ?)', $order['id'], $uid, time() - MARGIN);
}

/** Stores a refund before it is sent. Its id belongs to the form that your staff sends, so a form that is sent twice is one refund. */
function ask_refund(string $id, string $order_id, int $amount): string {
    rows('INSERT INTO refunds (id, order_id, uid, amount, asked_at) SELECT ?, id, paid_by, ?, ? FROM orders
        WHERE id = ? AND paid_by IS NOT NULL ON CONFLICT DO NOTHING', $id, $amount, time(), $order_id);
    [$refund] = rows('SELECT * FROM refunds WHERE id = ? AND order_id = ? AND amount = ?', $id, $order_id, $amount) ?: [null];
    if (!$refund) throw new Exception("Order $order_id is not paid, or $id is another refund");
    return $refund['state'] === 'open' ? send_refund($refund) : $refund['state'];
}

function send_refund(array $refund): string {
    ['id' => $id, 'uid' => $uid, 'amount' => $amount] = $refund;
    $asked = ['parent_uid' => $uid, 'amount' => (int) $amount, 'reason' => 'Returned'];
    [$state, $answer] = send_once('refund', $asked, $id, function (float $seconds) use ($id): bool {
        $now = time();
        return rows("UPDATE refunds SET sent_at = ? WHERE id = ? AND state = 'open' AND sent_at NOT BETWEEN ? AND ? RETURNING id",
            $now, $id, $now - $seconds, $now + $seconds) !== [];
    });
    rows("UPDATE refunds SET state = ?, answer = coalesce(?, answer) WHERE id = ? AND state = 'open'", $state, $answer, $id);
    return $state;
}

/** Does the work for each row. A row that fails does not stop the others. */
function each_alone(array $rows, callable $work): void {
    global $db;
    foreach ($rows as $row) {
        try {
            $work($row);
        } catch (Throwable $error) {
            if ($db->inTransaction()) $db->exec('ROLLBACK');
            error_log("{$row['id']}: {$error->getMessage()}");
        }
    }
}

function job(): void {
    each_alone(rows('SELECT * FROM orders WHERE is_over = 0 AND token IS NOT NULL'), check_token(...));
    fulfill();
    each_alone(rows("SELECT * FROM refunds WHERE state = 'open'"), send_refund(...));
}

/** What your staff must look at, one line of JSON each, because a customer can choose a tracking id with any characters. */
function staff(): string {
    $refunds = rows("SELECT id, order_id, amount, state, answer FROM refunds
        WHERE state IN ('declined', 'refused') OR (state = 'open' AND asked_at < ?)", time() - LONG);
    $lines = array_map(json_encode(...), [...rows('SELECT reason, uid, money, order_id FROM reviews'), ...$refunds]);
    return implode('', array_map(fn ($line) => "$line\n", $lines));
}

if (PHP_SAPI === 'cli') {
    if (($argv[1] ?? null) === 'job') job();
    if (($argv[1] ?? null) === 'staff') echo staff();
    exit;
}
$order_id = is_string($_GET['order'] ?? null) ? $_GET['order'] : '';
$path = explode('?', $_SERVER['REQUEST_URI'])[0];
if (str_starts_with($path, '/test') && getenv('TEST_ROUTES') !== '1') $path = null;
switch ($path) {
    case '/notify': receive(new OwnShop()); break;
    case '/return':
        each_alone(rows('SELECT * FROM orders WHERE id = ? AND token IS NOT NULL', $order_id), check_token(...));
        echo 'Thank you';
        break;
    case '/test/order': echo json_encode(place_order()); break;
    case '/test/fulfillments':
        fulfill();
        echo rows('SELECT parcels FROM orders WHERE id = ?', $order_id)[0]['parcels'];
        break;
    case '/test/review': echo json_encode(array_column(rows('SELECT uid FROM reviews WHERE order_id = ?', $order_id), 'uid')); break;
    case '/test/request': echo ask_refund($_GET['id'], $order_id, (int) $_GET['amount']); break;
    case '/test/job': job(); break;
    case '/test': echo 'open'; break;
    default: http_response_code(404);
}
