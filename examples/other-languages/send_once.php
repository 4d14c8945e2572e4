<?php
// Moves money once for a row of your database, however often it runs. Copy this file and
// notify.php. Store the row before the first call.
// PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY and PAYMENTS_GATEWAY_URL are in the environment.
// PAYMENTS_TIMEOUT and PAYMENTS_UNDER_WAY are milliseconds, for tests.
require_once __DIR__ . '/notify.php';

/** Maximum seconds of one call, and how long an earlier call may still run. */
define('TIMEOUT', (getenv('PAYMENTS_TIMEOUT') ?: 30000) / 1000);
define('UNDER_WAY', (getenv('PAYMENTS_UNDER_WAY') ?: 120000) / 1000);
if (UNDER_WAY < 2 * TIMEOUT) {
    throw new Exception('PAYMENTS_UNDER_WAY must be at least twice PAYMENTS_TIMEOUT');
}
/** What an outcome means for the row. After any other outcome, it stays open. */
const STATES = [
    'paid' => 'succeeded', 'refunded' => 'succeeded',
    'failed' => 'declined', 'expired' => 'declined'
];

/**
 * @return array{int, mixed} the status, 0 if there was no answer, and the parsed body.
 */
function call(
    string $method,
    string $url,
    ?array $content = null,
    ?string $key = null
): array {
    $credentials = setting('PAYMENTS_SHOP_ID') . ':' . setting('PAYMENTS_SECRET_KEY');
    $headers = [
        'Authorization: Basic ' . base64_encode($credentials),
        'Accept: application/json'
    ];
    // Not without a body: the gateway refuses a GET with this header.
    if ($content !== null) $headers[] = 'Content-Type: application/json';
    if ($key !== null) $headers[] = "RequestID: $key";
    $http = [
        'method' => $method, 'header' => $headers, 'timeout' => TIMEOUT,
        'ignore_errors' => true, 'follow_location' => 0
    ];
    if ($content !== null) $http['content'] = json_encode($content);
    $context = stream_context_create(['http' => $http]);
    $body = @file_get_contents($url, false, $context);
    $first = $http_response_header[0] ?? '';
    if ($body === false || !preg_match('#^HTTP/\S+ (\d+)#', $first, $status)) {
        return [0, null];
    }
    return [(int) $status[1], read_json($body)];
}

/** The field in which a transaction differs from a request. Null if none differs. */
function field_of_other_call(array $made, array $asked): ?string {
    foreach (['type', 'parent_uid', 'amount', 'currency', 'tracking_id'] as $field) {
        if (!isset($asked[$field])) continue;
        if (agreed($made, $field) !== (string) $asked[$field]) return $field;
    }
    return null;
}

/**
 * Whether a payment was made with another card. A payment with a payment token was made
 * by a customer, who can choose any tracking id.
 */
function is_of_other_card(array $made, array $asked): bool {
    $mine = $asked['credit_card']['token'] ?? null;
    $card = $made['credit_card']['token'] ?? $mine;
    $is_by_customer = isset($made['additional_data']['vendor']['token']);
    return $mine !== null && ($is_by_customer || $card !== $mine);
}

/**
 * @return array{string, string} the state of a row, by the transaction that the gateway
 * made for it, and why.
 */
function result_of(array $made): array {
    $uid = text_of($made['uid'] ?? null);
    if (is_test($made)) return ['open', "$uid is a test: no money moved"];
    return [STATES[outcome($made)] ?? 'open', (string) $uid];
}

/**
 * @return ?array{string, string} the result of an earlier call. Null if the gateway has
 * no such transaction.
 */
function look_up(array $asked): ?array {
    $path = '/v2/transactions/tracking_id/' . rawurlencode($asked['tracking_id']);
    [$status, $found] = call('GET', setting('PAYMENTS_GATEWAY_URL') . $path);
    $listed = $found['transactions'] ?? null;
    // After any other answer, such as a 404 or the page of a proxy, an earlier call may
    // have moved the money.
    $is_list = is_array($listed) && array_filter($listed, is_record(...)) === $listed;
    if ($status !== 200 || !$is_list) return ['open', "the look-up got $status"];
    $results = [];
    $other = null;
    foreach ($listed as $made) {
        if (($made['type'] ?? null) !== $asked['type']) continue;
        $field = is_of_other_card($made, $asked)
            ? 'credit_card'
            : field_of_other_call($made, $asked);
        if ($field === null) $results[] = result_of($made);
        else $other = ['open', text_of($made['uid'] ?? null) . " has another $field"];
    }
    // A gateway may decline a repeat, so any other result counts more.
    foreach ($results as $result) if ($result[0] !== 'declined') return $result;
    return $results[0] ?? $other;
}

/**
 * @param string $type payment or refund.
 * @param string $key The id of the row. For a payment, it has a random part, because a
 * customer can make a payment with any tracking id.
 * @param callable(float): bool $claim Stores, in one statement, that the row is sent now,
 * unless it was sent less than so many seconds ago. It returns whether it changed the
 * row. A time in the future is of a clock that was wrong, so the row is sent.
 * @return array{string, ?string} the state of the row, and why. It is succeeded, declined
 * (by the bank), refused (by the gateway, nothing happened) or open (not known yet). If
 * it is open, call it again later, with the same key. Null if this call learned nothing.
 */
function send_once(string $type, array $request, string $key, callable $claim): array {
    $now = time();
    $is_claimed = $claim(UNDER_WAY);
    $request['tracking_id'] = $key;
    $asked = [...$request, 'type' => $type];
    $earlier = look_up($asked);
    if ($earlier !== null) return $earlier;
    // An earlier call may still run.
    if (!$is_claimed) return ['open', null];
    // Another process may claim the row before this call ends.
    if (time() - $now > UNDER_WAY / 2) return ['open', 'the look-up took long'];
    $url = setting('PAYMENTS_GATEWAY_URL') . "/transactions/{$type}s";
    [$status, $body] = call('POST', $url, ['request' => $request], $key);
    // Only these two mean that the gateway refused the request. After 408, 409 or 5xx it
    // may have moved the money.
    if ($status === 400 || $status === 422) {
        // The gateway may refuse because an earlier call arrived after the look-up.
        return look_up($asked) ?? ['refused', json_encode($body)];
    }
    $made = $body['transaction'] ?? null;
    if (intdiv($status, 100) !== 2 || !is_record($made)) {
        return ['open', "the gateway answered $status"];
    }
    $field = field_of_other_call($made, $asked);
    return $field === null
        ? result_of($made)
        : ['open', text_of($made['uid'] ?? null) . " has another $field"];
}
