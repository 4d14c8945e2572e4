<?php
// Charges a saved card once, however often it runs: php charge_once.php KEY, for a row of
// the table charges.
// PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY, PAYMENTS_GATEWAY_URL and DATABASE are in the
// environment. PAYMENTS_TIMEOUT and PAYMENTS_UNDER_WAY are milliseconds, for tests.

/** Maximum seconds of one call, and how long an earlier call may still run. */
define('TIMEOUT', (getenv('PAYMENTS_TIMEOUT') ?: 30000) / 1000);
define('UNDER_WAY', (getenv('PAYMENTS_UNDER_WAY') ?: 120000) / 1000);
if (UNDER_WAY < 2 * TIMEOUT) {
    throw new Exception('PAYMENTS_UNDER_WAY must be at least twice PAYMENTS_TIMEOUT');
}

/**
 * @return array{int, mixed} the status, 0 if there was no answer, and the parsed body.
 */
function call(
    string $method,
    string $path,
    ?array $request = null,
    ?string $key = null
): array {
    $headers = [
        'Authorization: Basic '
            . base64_encode(
                getenv('PAYMENTS_SHOP_ID') . ':' . getenv('PAYMENTS_SECRET_KEY')
            ),
        'Accept: application/json'
    ];
    // Not without a body: the gateway refuses a GET with this header.
    if ($request !== null) $headers[] = 'Content-Type: application/json';
    if ($key !== null) $headers[] = "RequestID: $key";
    $http = [
        'method' => $method, 'header' => $headers, 'timeout' => TIMEOUT,
        'ignore_errors' => true, 'follow_location' => 0
    ];
    if ($request !== null) $http['content'] = json_encode(['request' => $request]);
    $body = @file_get_contents(
        getenv('PAYMENTS_GATEWAY_URL') . $path,
        false,
        stream_context_create(['http' => $http])
    );
    if (
        $body === false
        || !preg_match('#^HTTP/\S+ (\d+)#', $http_response_header[0] ?? '', $status)
    ) {
        return [0, null];
    }
    return [(int) $status[1], json_decode($body, true)];
}

/**
 * @return array{int, ?array} the status, and the payments of this key. They are null if
 * the answer does not show them.
 */
function look_up(string $key): array {
    [$status, $found] = call('GET', '/v2/transactions/tracking_id/' . rawurlencode($key));
    // After any other answer, such as a 404 or the page of a proxy, an earlier call may
    // have charged the card.
    if ($status !== 200 || !is_array($found['transactions'] ?? null)) {
        return [$status, null];
    }
    $payments = array_filter(
        $found['transactions'],
        fn($each) => $each['type'] === 'payment'
    );
    // A gateway may decline a retry, so any other payment counts more.
    usort(
        $payments,
        fn($one, $other) =>
            ($one['status'] === 'failed') <=> ($other['status'] === 'failed')
    );
    return [$status, $payments];
}

/**
 * Stores, in one statement, that the row is sent now. False if an earlier call may still
 * run. A time in the future is of a clock that was wrong.
 */
function claim(PDO $db, string $key, int $now): bool {
    $claim = $db->prepare("UPDATE charges SET sent_at = ?
        WHERE id = ? AND state = 'open'
            AND (sent_at IS NULL OR sent_at NOT BETWEEN ? AND ?)");
    $claim->execute([$now, $key, $now - UNDER_WAY, $now + UNDER_WAY]);
    return $claim->rowCount() === 1;
}

/**
 * @return array{string, string} the state, and why. It is paid, failed, refused (nothing
 * happened) or open (not known yet).
 */
function charge_once(PDO $db, array $row): array {
    $now = time();
    $is_claimed = claim($db, $row['id'], $now);
    [$status, $payments] = look_up($row['id']);
    if ($payments === null) return ['open', "the look-up got $status"];
    $payment = $payments[0] ?? null;
    if (!$payment) {
        if (!$is_claimed) return ['open', 'an earlier call may still run'];
        // Another process may claim the row before this call ends.
        if (time() - $now > UNDER_WAY / 2) return ['open', 'the look-up took long'];
        [$status, $body] = call('POST', '/transactions/payments', [
            'amount' => (int) $row['amount'],
            'currency' => $row['currency'],
            'description' => $row['description'],
            'tracking_id' => $row['id'], 'credit_card' => ['token' => $row['card_token']],
            'additional_data' => ['card_on_file' => ['initiator' => 'merchant']],
        ], $row['id']);
        // Only these two mean that the gateway refused the request. After 408, 409 or 5xx
        // it may have charged the card.
        if ($status === 400 || $status === 422) {
            // The gateway may refuse because an earlier call arrived after the look-up.
            return [
                look_up($row['id'])[1] === [] ? 'refused' : 'open',
                json_encode($body)
            ];
        }
        $payment = $body['transaction'] ?? null;
        if ($status !== 200 || !$payment) return ['open', "the charge got $status"];
    }
    foreach ([
        'tracking_id' => $row['id'],
        'amount' => (int) $row['amount'],
        'currency' => $row['currency'],
        'type' => 'payment'
    ] as $field => $value) {
        if (($payment[$field] ?? null) !== $value) {
            return ['open', "{$payment['uid']} has another $field"];
        }
    }
    if (($payment['test'] ?? false) !== false) {
        return ['open', "{$payment['uid']} is a test: no money moved"];
    }
    $states = ['successful' => 'paid', 'failed' => 'failed', 'expired' => 'failed'];
    return [$states[$payment['status']] ?? 'open', $payment['uid']];
}

$db = new PDO('sqlite:' . getenv('DATABASE'), null, null, [PDO::ATTR_TIMEOUT => 5]);
$find = $db->prepare('SELECT * FROM charges WHERE id = ?');
$find->execute([$argv[1]]);
// Reads all rows, because an open statement locks the database.
[$row] = $find->fetchAll(PDO::FETCH_ASSOC);
[$state, $why] = charge_once($db, $row);
$db->prepare("UPDATE charges SET state = ? WHERE id = ? AND state = 'open'")
    ->execute([$state, $row['id']]);
echo "$state $why\n";
