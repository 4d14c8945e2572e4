<?php
ini_set('display_errors', '0'); // otherwise an exception answers 200, and the payment is lost
// Receives notifications: verifies the signature, and marks an order as paid, once.
// php -S 127.0.0.1:8080 notify.php, with PAYMENTS_PUBLIC_KEY, PAYMENTS_SHOP_ID and DATABASE in the environment.

/** Whether the gateway signed exactly these bytes. Verify the raw body, before anything parses it. */
function is_signed(string $body, string $signature, string $public_key): bool {
    $pem = str_contains($public_key, 'BEGIN') ? $public_key
        : "-----BEGIN PUBLIC KEY-----\n" . chunk_split($public_key, 64, "\n") . "-----END PUBLIC KEY-----\n";
    $bytes = base64_decode($signature, true);
    return $bytes !== false && openssl_verify($body, $bytes, $pem, OPENSSL_ALGO_SHA256) === 1;
}

/** Whether money was taken. What contradicts itself is never money; a bill's payment has no `payment`, and may have no `test`. */
function is_paid(array $transaction): bool {
    return $transaction['type'] === 'payment' && $transaction['status'] === 'successful'
        && ($transaction['payment']['status'] ?? 'successful') === 'successful'
        && ($transaction['test'] ?? false) === false;
}

/** One database transaction. The key makes a repeated notification count once. */
function take_payment(PDO $db, array $transaction): void {
    $db->exec('BEGIN IMMEDIATE');
    $order = $db->prepare('SELECT * FROM orders WHERE id = ?');
    $order->execute([$transaction['tracking_id'] ?? '']);
    $row = $order->fetch(PDO::FETCH_ASSOC);
    $matches = $row && $transaction['amount'] === (int) $row['amount'] && $transaction['currency'] === $row['currency'];
    $outcome = !$matches ? 'mismatch' : ($row['status'] === 'open' ? 'paid' : 'second payment');
    $known = $db->prepare('INSERT INTO payments (key, tracking_id, outcome) VALUES (?, ?, ?) ON CONFLICT DO NOTHING');
    $key = $transaction['uid'] . ($matches ? '' : ' mismatch'); // it may be reported again, and match
    $known->execute([$key, $transaction['tracking_id'] ?? null, $outcome]);
    // Any other payment stays in the table for a person, who refunds it or finds its order.
    if ($known->rowCount() === 1 && $outcome === 'paid') {
        $db->prepare("UPDATE orders SET status = 'paid' WHERE id = ?")->execute([$row['id']]);
    }
    $db->exec('COMMIT');
}

$body = file_get_contents('php://input');
$signature = $_SERVER['HTTP_CONTENT_SIGNATURE'] ?? '';
if (!is_signed($body, $signature, getenv('PAYMENTS_PUBLIC_KEY'))) {
    http_response_code(401);
    exit;
}
$transaction = json_decode($body, true)['transaction'] ?? null;
$shop = $transaction['shop']['id'] ?? $transaction['shop_id'] ?? getenv('PAYMENTS_SHOP_ID');
if ((string) $shop !== getenv('PAYMENTS_SHOP_ID')) {
    http_response_code(401);
    exit;
}
$db = new PDO('sqlite:' . getenv('DATABASE'), null, null, [PDO::ATTR_TIMEOUT => 5]);
if ($transaction !== null && is_paid($transaction)) take_payment($db, $transaction);
http_response_code(200); // an exception answers 500, and the gateway posts again
