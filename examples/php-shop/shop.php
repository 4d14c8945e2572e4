<?php
ini_set('display_errors', '0'); // otherwise an exception answers 200, and the payment is lost
// A whole shop: php -S 127.0.0.1:8041 shop.php, with the PAYMENTS_… variables, SHOP_URL and DATABASE in the environment.
// Its job, for every few minutes: php shop.php job. TEST_ROUTES=1 opens the routes for `payments-client check-shop`.

$db = new PDO('sqlite:' . getenv('DATABASE'), null, null, [PDO::ATTR_TIMEOUT => 5, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
$db->exec("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, amount INTEGER, currency TEXT, token TEXT,
    paid_by TEXT, parcels INTEGER NOT NULL DEFAULT 0, is_final INTEGER NOT NULL DEFAULT 0)");
$db->exec('CREATE TABLE IF NOT EXISTS payments (key TEXT PRIMARY KEY, order_id TEXT, outcome TEXT)');
$db->exec("CREATE TABLE IF NOT EXISTS refunds (id TEXT PRIMARY KEY, order_id TEXT, uid TEXT, amount INTEGER, state TEXT NOT NULL DEFAULT 'new',
    sent_at INTEGER NOT NULL DEFAULT 0)");

function rows(string $sql, mixed ...$values): array {
    global $db;
    $statement = $db->prepare($sql);
    $statement->execute($values);
    return $statement->fetchAll();
}

/** @return array{int, mixed} the status, 0 if there was no answer, and the parsed body. */
function call(string $method, string $url, ?array $content = null, ?string $key = null): array {
    $headers = ['Authorization: Basic ' . base64_encode(getenv('PAYMENTS_SHOP_ID') . ':' . getenv('PAYMENTS_SECRET_KEY')),
        'Accept: application/json'];
    // Not without a body: the gateway refuses a GET with this header.
    if ($content !== null) $headers[] = 'Content-Type: application/json';
    if ($key !== null) $headers[] = "RequestID: $key";
    $http = ['method' => $method, 'header' => $headers, 'timeout' => 20, 'ignore_errors' => true, 'follow_location' => 0];
    if ($content !== null) $http['content'] = json_encode($content);
    $body = @file_get_contents($url, false, stream_context_create(['http' => $http]));
    if ($body === false || !preg_match('#^HTTP/\S+ (\d+)#', $http_response_header[0] ?? '', $status)) return [0, null];
    return [(int) $status[1], json_decode($body, true)];
}

/** Whether the gateway signed exactly these bytes. */
function is_signed(string $body, string $signature): bool {
    $pem = "-----BEGIN PUBLIC KEY-----\n" . chunk_split(getenv('PAYMENTS_PUBLIC_KEY'), 64, "\n") . "-----END PUBLIC KEY-----\n";
    $bytes = base64_decode($signature, true);
    return $bytes !== false && openssl_verify($body, $bytes, $pem, OPENSSL_ALGO_SHA256) === 1;
}

function place_order(): array {
    $order = ['id' => bin2hex(random_bytes(8)), 'amount' => 12900, 'currency' => 'EUR'];
    rows('INSERT INTO orders (id, amount, currency) VALUES (?, ?, ?)', ...array_values($order));
    [$status, $body] = call('POST', getenv('PAYMENTS_CHECKOUT_URL') . '/ctp/api/checkouts', ['checkout' => [
        'transaction_type' => 'payment',
        'order' => ['amount' => $order['amount'], 'currency' => $order['currency'], 'description' => 'Annual pass', 'tracking_id' => $order['id']],
        'settings' => ['return_url' => getenv('SHOP_URL') . "/return?order={$order['id']}", 'notification_url' => getenv('SHOP_URL') . '/notify'],
    ]]);
    $token = $body['checkout']['token'] ?? null;
    if (intdiv($status, 100) !== 2 || !is_string($token)) throw new Exception("The gateway answered $status");
    rows('UPDATE orders SET token = ? WHERE id = ?', $token, $order['id']);
    return ['orderId' => $order['id'], 'token' => $token];
}

/** Takes a payment, once. Any other than the first right one stays in the table for a person. */
function take(array $transaction): void {
    global $db;
    if (($transaction['type'] ?? null) !== 'payment' || ($transaction['status'] ?? null) !== 'successful') return;
    if (($transaction['test'] ?? false) !== false || !isset($transaction['uid'])) return; // without `test` it is live
    $db->exec('BEGIN IMMEDIATE');
    [$order] = rows('SELECT * FROM orders WHERE id = ?', (string) ($transaction['tracking_id'] ?? '')) ?: [null];
    $is_same = $order && $transaction['amount'] === (int) $order['amount'] && $transaction['currency'] === $order['currency'];
    $is_right = $is_same && $order['paid_by'] === null;
    // A mismatch has a key of its own: the payment may be reported again, and match.
    $is_new = rows('INSERT INTO payments VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING key',
        $transaction['uid'] . ($is_same ? '' : ' mismatch'), $order['id'] ?? null, $is_right ? 'paid' : 'review');
    if ($is_new && $is_right) rows('UPDATE orders SET paid_by = ?, parcels = parcels + 1 WHERE id = ?', $transaction['uid'], $order['id']);
    $db->exec('COMMIT');
}

/** What changes no more. */
const SETTLED = ['successful', 'failed', 'error', 'deleted', 'expired'];

/** Asks the gateway what became of the order's token. */
function ask(array $order): void {
    [$status, $body] = call('GET', getenv('PAYMENTS_CHECKOUT_URL') . '/ctp/api/checkouts/' . rawurlencode($order['token']));
    $checkout = $body['checkout'] ?? [];
    if ($status !== 200 || ($checkout['token'] ?? null) !== $order['token']) throw new Exception("Its token: the gateway answered $status");
    $uid = $checkout['gateway_response']['payment']['uid'] ?? null;
    if ($uid !== null) {
        [$status, $body] = call('GET', getenv('PAYMENTS_GATEWAY_URL') . '/transactions/' . rawurlencode($uid));
        if ($status !== 200 || !is_array($body['transaction'] ?? null)) throw new Exception("Transaction $uid: the gateway answered $status");
        take($body['transaction']);
        // It may still succeed, although the token is finished.
        if (!in_array($body['transaction']['status'] ?? null, SETTLED, true)) return;
    }
    if ($checkout['finished'] || $checkout['expired']) rows('UPDATE orders SET is_final = 1 WHERE id = ?', $order['id']);
}

/** Stores a refund before it is sent. Its id is of the form that your staff sends: one that is sent twice is one refund. */
function ask_refund(string $id, string $order_id, int $amount): string {
    rows('INSERT INTO refunds (id, order_id, uid, amount) SELECT ?, id, paid_by, ? FROM orders WHERE id = ? AND paid_by IS NOT NULL
        ON CONFLICT DO NOTHING', $id, $amount, $order_id);
    [$refund] = rows('SELECT * FROM refunds WHERE id = ? AND order_id = ? AND amount = ?', $id, $order_id, $amount) ?: [null];
    if (!$refund) throw new Exception("Order $order_id is not paid, or $id is another refund");
    return in_array($refund['state'], ['new', 'unknown'], true) ? send_refund($refund) : $refund['state'];
}

/** For how long a call may be under way, in seconds: the gateway may be at work on it although nobody waits any more. */
define('UNDER_WAY', (int) (getenv('UNDER_WAY') ?: 120));

/** Sends a refund once: one process at a time, which looks for it first. */
function send_refund(array $refund): string {
    $now = time();
    $is_claimed = rows("UPDATE refunds SET state = 'unknown', sent_at = ? WHERE id = ? AND state IN ('new', 'unknown') AND sent_at <= ? RETURNING id",
        $now, $refund['id'], $now - UNDER_WAY);
    $state = look_up($refund);
    if ($state === 'new') {
        // After a long look-up another process may have it before this call ends.
        $is_mine = $is_claimed && time() - $now <= UNDER_WAY / 2;
        $state = $is_mine ? make_refund($refund) : 'unknown';
    }
    rows("UPDATE refunds SET state = ? WHERE id = ? AND state = 'unknown'", $state, $refund['id']);
    return $state;
}

function make_refund(array $refund): string {
    [$status, $body] = call('POST', getenv('PAYMENTS_GATEWAY_URL') . '/transactions/refunds', ['request' => [
        'parent_uid' => $refund['uid'], 'amount' => (int) $refund['amount'], 'reason' => 'Returned', 'tracking_id' => $refund['id'],
    ]], $refund['id']);
    $made = $body['transaction'] ?? [];
    if ($status < 300 && ($made['tracking_id'] ?? null) === $refund['id']) return state_of($made);
    // Only these say that the gateway refused it. After 408, 409 or 5xx it may have been made.
    if ($status !== 400 && $status !== 422) return 'unknown';
    // It may be a repeat that was refused: an earlier call arrived after the look-up.
    return look_up($refund) === 'new' ? 'declined' : 'unknown';
}

/** @return string `done`, `declined`, or `unknown` while the bank has not decided. */
function state_of(array $made): string {
    return ['successful' => 'done', 'failed' => 'declined', 'expired' => 'declined'][$made['status'] ?? ''] ?? 'unknown';
}

/** @return string the same, or `new` if the gateway does not have it. */
function look_up(array $refund): string {
    [$status, $body] = call('GET', getenv('PAYMENTS_GATEWAY_URL') . '/v2/transactions/tracking_id/' . rawurlencode($refund['id']));
    if ($status !== 200 || !is_array($body['transactions'] ?? null)) return 'unknown';
    $states = array_map(state_of(...), $body['transactions']);
    // Beside a decline, which a gateway may make of a repeat, the other one counts.
    return array_values(array_diff($states, ['declined']))[0] ?? $states[0] ?? 'new';
}

function notified(): void {
    $body = file_get_contents('php://input');
    if (!is_signed($body, $_SERVER['HTTP_CONTENT_SIGNATURE'] ?? '')) {
        http_response_code(401);
        return;
    }
    $transaction = json_decode($body, true)['transaction'] ?? null;
    if (is_array($transaction)) take($transaction);
}

/** One that fails does not stop those after it. */
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
    each_alone(rows('SELECT * FROM orders WHERE is_final = 0 AND token IS NOT NULL'), ask(...));
    each_alone(rows("SELECT * FROM refunds WHERE state IN ('new', 'unknown')"), send_refund(...));
}

if (PHP_SAPI === 'cli') {
    if (($argv[1] ?? null) === 'job') job();
    exit;
}
$order_id = $_GET['order'] ?? '';
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if (str_starts_with($path, '/test') && getenv('TEST_ROUTES') !== '1') $path = null;
switch ($path) {
    case '/notify': notified(); break;
    case '/return':
        each_alone(rows('SELECT * FROM orders WHERE id = ? AND token IS NOT NULL', $order_id), ask(...));
        echo 'Thank you';
        break;
    case '/test/order': echo json_encode(place_order()); break;
    case '/test/fulfilments': echo rows('SELECT parcels FROM orders WHERE id = ?', $order_id)[0]['parcels']; break;
    case '/test/review': echo rows("SELECT count(*) AS count FROM payments WHERE order_id = ? AND outcome = 'review'", $order_id)[0]['count']; break;
    case '/test/refund': echo ask_refund($_GET['id'], $order_id, (int) $_GET['amount']); break;
    case '/test/job': job(); break;
    case '/test': echo 'open'; break;
    default: http_response_code(404);
}
