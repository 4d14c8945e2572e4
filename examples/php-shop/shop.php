<?php
// A whole shop: php -S 127.0.0.1:8041 shop.php, with the PAYMENTS_… variables, SHOP_URL and DATABASE in the environment.
// Its job, for every few minutes: php shop.php job. TEST_ROUTES=1 opens the routes for `payments-client check-shop`.
require __DIR__ . '/../other-languages/notify.php';

$db = new PDO('sqlite:' . setting('DATABASE'), null, null, [PDO::ATTR_TIMEOUT => 5, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
$db->exec("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER, currency TEXT, token TEXT,
    paid_by TEXT, parcels INTEGER NOT NULL DEFAULT 0, is_final INTEGER NOT NULL DEFAULT 0)");
$db->exec('CREATE TABLE IF NOT EXISTS reviews (key TEXT PRIMARY KEY, reason TEXT, uid TEXT, order_id TEXT)');
$db->exec("CREATE TABLE IF NOT EXISTS refunds (id TEXT PRIMARY KEY, order_id TEXT, uid TEXT, amount INTEGER, state TEXT NOT NULL DEFAULT 'new',
    sent_at INTEGER NOT NULL DEFAULT 0)");

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

    public function review(string $key, string $reason, string $uid, string $tracking_id): void {
        rows('INSERT INTO reviews VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING', $key, $reason, $uid, $tracking_id);
    }
}

/** Fulfills each paid order once. */
function fulfill(): void {
    rows('UPDATE orders SET parcels = parcels + 1 WHERE paid_by IS NOT NULL AND parcels = 0');
}

/** Maximum seconds of one call, and how long an earlier call may still run. */
define('TIMEOUT', (getenv('PAYMENTS_TIMEOUT') ?: 30000) / 1000);
define('UNDER_WAY', (getenv('PAYMENTS_UNDER_WAY') ?: 120000) / 1000);
if (UNDER_WAY < 2 * TIMEOUT) throw new Exception('PAYMENTS_UNDER_WAY must be at least twice PAYMENTS_TIMEOUT');

/** @return array{int, mixed} the status, 0 if there was no answer, and the parsed body. */
function call(string $method, string $url, ?array $content = null, ?string $key = null): array {
    $headers = ['Authorization: Basic ' . base64_encode(setting('PAYMENTS_SHOP_ID') . ':' . setting('PAYMENTS_SECRET_KEY')),
        'Accept: application/json'];
    // Not without a body: the gateway refuses a GET with this header.
    if ($content !== null) $headers[] = 'Content-Type: application/json';
    if ($key !== null) $headers[] = "RequestID: $key";
    $http = ['method' => $method, 'header' => $headers, 'timeout' => TIMEOUT, 'ignore_errors' => true, 'follow_location' => 0];
    if ($content !== null) $http['content'] = json_encode($content);
    $body = @file_get_contents($url, false, stream_context_create(['http' => $http]));
    if ($body === false || !preg_match('#^HTTP/\S+ (\d+)#', $http_response_header[0] ?? '', $status)) return [0, null];
    return [(int) $status[1], json_decode($body, true)];
}

function place_order(): array {
    $order = ['id' => bin2hex(random_bytes(8)), 'amount' => 12900, 'currency' => 'EUR'];
    rows('INSERT INTO orders (id, amount, currency) VALUES (?, ?, ?)', ...array_values($order));
    $shop = rtrim(setting('SHOP_URL'), '/');
    [$status, $body] = call('POST', setting('PAYMENTS_CHECKOUT_URL') . '/ctp/api/checkouts', ['checkout' => [
        'transaction_type' => 'payment',
        'order' => ['amount' => $order['amount'], 'currency' => $order['currency'], 'description' => 'Annual pass', 'tracking_id' => $order['id']],
        'settings' => ['return_url' => "$shop/return?order={$order['id']}", 'notification_url' => "$shop/notify"],
    ]]);
    $token = $body['checkout']['token'] ?? null;
    if (intdiv($status, 100) !== 2 || !is_string($token)) throw new Exception("The gateway answered $status");
    rows('UPDATE orders SET token = ? WHERE id = ?', $token, $order['id']);
    return ['orderId' => $order['id'], 'token' => $token];
}

/** Requests what became of the order's token, because its notification can be lost. */
function check_token(array $order): void {
    [$status, $body] = call('GET', setting('PAYMENTS_CHECKOUT_URL') . '/ctp/api/checkouts/' . rawurlencode($order['token']));
    $checkout = $body['checkout'] ?? null;
    if ($status !== 200 || ($checkout['token'] ?? null) !== $order['token']) throw new Exception("Its token: the gateway answered $status");
    $uid = $checkout['gateway_response']['payment']['uid'] ?? null;
    if ($uid !== null) {
        [$status, $body] = call('GET', setting('PAYMENTS_GATEWAY_URL') . '/transactions/' . rawurlencode($uid));
        if ($status !== 200 || !is_record($body['transaction'] ?? null)) throw new Exception("Transaction $uid: the gateway answered $status");
        handle_payment(new OwnShop(), $body['transaction']);
        // It may still succeed, although the token is finished.
        if (meaning_of($body['transaction']['status'] ?? null) === 'pending') return;
    }
    if (($checkout['finished'] ?? false) || ($checkout['expired'] ?? false)) rows('UPDATE orders SET is_final = 1 WHERE id = ?', $order['id']);
}

/** Stores a refund before it is sent. Its id belongs to the form that your staff sends, so a form that is sent twice is one refund. */
function ask_refund(string $id, string $order_id, int $amount): string {
    rows('INSERT INTO refunds (id, order_id, uid, amount) SELECT ?, id, paid_by, ? FROM orders WHERE id = ? AND paid_by IS NOT NULL
        ON CONFLICT DO NOTHING', $id, $amount, $order_id);
    [$refund] = rows('SELECT * FROM refunds WHERE id = ? AND order_id = ? AND amount = ?', $id, $order_id, $amount) ?: [null];
    if (!$refund) throw new Exception("Order $order_id is not paid, or $id is another refund");
    return in_array($refund['state'], ['new', 'unknown'], true) ? send_refund($refund) : $refund['state'];
}

/** Sends a refund once. One process claims it, and looks for it at the gateway first. A time in the future is of a wrong clock. */
function send_refund(array $refund): string {
    $now = time();
    $is_claimed = rows("UPDATE refunds SET state = 'unknown', sent_at = ? WHERE id = ? AND state IN ('new', 'unknown') AND sent_at NOT BETWEEN ? AND ? RETURNING id",
        $now, $refund['id'], $now - UNDER_WAY, $now + UNDER_WAY);
    $state = look_up($refund);
    if ($state === 'new') {
        // After a long look-up, another process may claim the row before this call ends.
        $is_mine = $is_claimed && time() - $now <= UNDER_WAY / 2;
        $state = $is_mine ? make_refund($refund) : 'unknown';
    }
    rows("UPDATE refunds SET state = ? WHERE id = ? AND state = 'unknown'", $state, $refund['id']);
    return $state;
}

function make_refund(array $refund): string {
    [$status, $body] = call('POST', setting('PAYMENTS_GATEWAY_URL') . '/transactions/refunds', ['request' => [
        'parent_uid' => $refund['uid'], 'amount' => (int) $refund['amount'], 'reason' => 'Returned', 'tracking_id' => $refund['id'],
    ]], $refund['id']);
    $made = $body['transaction'] ?? [];
    if ($status < 300 && ($made['tracking_id'] ?? null) === $refund['id']) return state_of($made, $refund);
    // Only these two mean that the gateway refused the refund. After 408, 409 or 5xx it may have been made.
    if ($status !== 400 && $status !== 422) return 'unknown';
    // The gateway may refuse because an earlier call arrived after the look-up.
    return look_up($refund) === 'new' ? 'declined' : 'unknown';
}

/** @return string `done`, `declined`, or `unknown` while the bank has not decided. */
function state_of(array $made, array $refund): string {
    $what = outcome($made);
    if ($what === 'failed' || $what === 'expired') return 'declined';
    $is_same = agreed($made, 'amount') === (string) $refund['amount'] && ($made['parent_uid'] ?? null) === $refund['uid'];
    return $what === 'refunded' && $is_same ? 'done' : 'unknown';
}

/** @return string the state at the gateway. `new` if the gateway does not have it, `unknown` if the answer does not show it. */
function look_up(array $refund): string {
    [$status, $body] = call('GET', setting('PAYMENTS_GATEWAY_URL') . '/v2/transactions/tracking_id/' . rawurlencode($refund['id']));
    if ($status !== 200 || !is_array($body['transactions'] ?? null)) return 'unknown';
    $states = array_map(fn($made) => state_of($made, $refund), $body['transactions']);
    // A gateway may decline a retry, so any other state counts more.
    return array_values(array_diff($states, ['declined']))[0] ?? $states[0] ?? 'new';
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
    each_alone(rows('SELECT * FROM orders WHERE is_final = 0 AND token IS NOT NULL'), check_token(...));
    fulfill();
    each_alone(rows("SELECT * FROM refunds WHERE state IN ('new', 'unknown')"), send_refund(...));
}

if (PHP_SAPI === 'cli') {
    if (($argv[1] ?? null) === 'job') job();
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
