<?php
// Receives the gateway's notifications, and applies each payment to its order. Copy this
// file, and write the four functions of Shop.
// PAYMENTS_SHOP_ID, PAYMENTS_SECRET_KEY and PAYMENTS_PUBLIC_KEY are in the environment.

// Otherwise PHP may answer 200 after an error, and the notification is lost.
ini_set('display_errors', '0');

/** Your functions. Each may be called again for the same payment. */
interface Shop {
    /**
     * Finds an order. Do not read it from a replica or a cache, because it is read again
     * after `paid`.
     * @return ?array `amount` in minor units, `currency`, `paid_by` (a uid, or null) and
     * your own fields. Optional: `closed`, true if the order takes no payment any more,
     * and `test`, true if a test payment may pay it.
     */
    public function find_order(string $tracking_id): ?array;
    /**
     * UPDATE orders SET paid_by = :uid WHERE id = :id AND paid_by IS NULL. Do not ship
     * here: let a job ship the orders that are paid.
     */
    public function paid(array $order, string $uid, string $key): void;
    /**
     * Stores a success that pays no order, under its unique key. Your staff refund it.
     * `paid` deletes the review with its key.
     * @param string $money Its amount in minor units and its currency, such as 12900 EUR.
     */
    public function review(
        string $key,
        string $reason,
        string $uid,
        string $money,
        string $tracking_id
    ): void;
    /** Stores money of a payment that went back, under its unique uid. */
    public function taken_back(string $uid, string $payment_uid, int $amount): void;
}

/** The largest body in bytes. A notification has a few thousand. */
const MAX_BYTES = 1048576;
const OUTCOMES = [
    'payment' => 'paid', 'charge' => 'paid', 'authorization' => 'authorized',
    'capture' => 'captured', 'void' => 'voided',
    'refund' => 'refunded', 'chargeback' => 'charged_back', 'payout' => 'paid_out',
    'tokenization' => 'tokenized'
];
/** What a status means. Any other status may still change. */
const MEANINGS = [
    'successful' => 'successful', 'failed' => 'failed', 'error' => 'failed',
    'deleted' => 'failed', 'expired' => 'expired'
];
/** Objects of a payment whose status is not the status of the payment. */
const NOT_SECTIONS = '/^(checkout|company|credit_card|customer|erip|gateway|merchant'
    . '|order|parent_transaction|payment_method|recipient|settings|shop|transaction'
    . '|travel|verify_p2p)$|_(address|data|fields|response|verification)$/D';
/** The types of transactions that follow another transaction. */
const FOLLOW_UPS = ['capture', 'void', 'refund', 'chargeback'];

function setting(string $name): string {
    $value = getenv($name);
    if ($value === false || $value === '') throw new RuntimeException("$name is not set");
    return $value;
}

/**
 * Answers a notification. After any other answer than 200, the gateway sends it again.
 */
function receive(Shop $shop): void {
    try {
        [$status, $what] = answer_to($shop);
    } catch (Throwable $error) {
        [$status, $what] = [500, $error->getMessage()];
    }
    http_response_code($status);
    if ($what !== '') {
        error_log("answered $status to a notification: " . json_encode($what));
    }
}

/** @return array{int, string} the status, and a line for the log. */
function answer_to(Shop $shop): array {
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') return [405, ''];
    $body = file_get_contents('php://input', length: MAX_BYTES + 1);
    if (strlen($body) > MAX_BYTES) return [413, 'it is too large'];
    $sent = ($_SERVER['PHP_AUTH_USER'] ?? '') . ':' . ($_SERVER['PHP_AUTH_PW'] ?? '');
    $expected = setting('PAYMENTS_SHOP_ID') . ':' . setting('PAYMENTS_SECRET_KEY');
    if (!hash_equals($expected, $sent)) {
        return [401, 'the credentials are missing or wrong'];
    }
    if (!is_signed($body, $_SERVER['HTTP_CONTENT_SIGNATURE'] ?? '')) {
        return [401, 'the signature is missing or wrong'];
    }
    $raw = read_json($body);
    if (!is_record($raw)) return [400, 'it is no JSON object'];
    foreach ([$raw, $raw['transaction'] ?? null, $raw['checkout'] ?? null] as $place) {
        foreach ([$place['shop_id'] ?? null, $place['shop']['id'] ?? null] as $id) {
            if (is_given($id) && text_of($id) !== setting('PAYMENTS_SHOP_ID')) {
                return [401, 'it is of another shop'];
            }
        }
    }
    if (
        is_given($raw['plan'] ?? null)
        || str_starts_with(text_of($raw['id'] ?? null) ?? '', 'sbs_')
    ) {
        return [200, 'it is a subscription'];
    }
    if (
        is_record($raw['product'] ?? null)
        && is_given(text_of($raw['last_transaction']['uid'] ?? null))
    ) {
        return [200, 'it is a payment link'];
    }
    $transaction = $raw['transaction'] ?? null;
    $token = isset($raw['checkout'])
        ? $raw['checkout']['token'] ?? null
        : $raw['token'] ?? null;
    if (!is_record($transaction) || !is_given(text_of($transaction['uid'] ?? null))) {
        // The gateway sends the status of a token only if the token expired, and this
        // pays nothing.
        return is_string($token) && $token !== '' ? [200, ''] : [400, 'it is no payment'];
    }
    $is_status = is_given($raw['transaction_type'] ?? null)
        || is_given($raw['gateway_response'] ?? null);
    if ($is_status || isset($raw['checkout']['token'])) {
        return [400, 'it is two payments at once'];
    }
    $is = handle_payment($shop, $transaction);
    return [
        200,
        in_array($is, ['paid', 'review', 'pending', 'failed', 'expired'], true)
            ? ''
            : "the payment is $is"
    ];
}

/**
 * Whether the gateway signed these bytes. Verify the raw body, before anything parses it.
 */
function is_signed(string $body, string $signature): bool {
    $key = setting('PAYMENTS_PUBLIC_KEY');
    $pem = str_contains($key, 'BEGIN')
        ? $key
        : "-----BEGIN PUBLIC KEY-----\n"
            . chunk_split($key, 64, "\n")
            . "-----END PUBLIC KEY-----\n";
    // base64_decode skips white space.
    return preg_match('#^[A-Za-z0-9+/]+={0,2}$#D', $signature) === 1
        && ($bytes = base64_decode($signature, true)) !== false
        && openssl_verify($body, $bytes, $pem, OPENSSL_ALGO_SHA256) === 1;
}

/**
 * Parses JSON. PHP refuses half of a surrogate pair, such as the end of a name that was
 * cut in the middle of an emoji.
 */
function read_json(string $json): mixed {
    $json = preg_replace_callback(
        '/\\\\(?:ud[89ab]..\\\\ud[c-f]|(ud[89a-f]..)|.)/is',
        fn ($escape) => isset($escape[1]) ? '\ufffd' : $escape[0],
        preg_replace('/^\xEF\xBB\xBF/', '', $json)
    );
    return json_decode($json, true, 5000, JSON_INVALID_UTF8_SUBSTITUTE);
}

/** Whether a value is an object. PHP parses an empty one as an empty list. */
function is_record(mixed $value): bool {
    return is_array($value) && ($value === [] || !array_is_list($value));
}

function is_given(mixed $value): bool {
    return $value !== null && $value !== '';
}

/** The text of a value. Null if it is no text or integer. */
function text_of(mixed $value): ?string {
    return is_string($value) || is_int($value) ? (string) $value : null;
}

/**
 * @return array{string, array}[] the sections of a transaction, each with the type that
 * names it.
 */
function sections_of(array $transaction): array {
    $found = [];
    foreach (array_keys(OUTCOMES) as $type) {
        foreach (objects_in($transaction[$type] ?? null) as $section) {
            $found[] = [$type, $section];
        }
    }
    return $found;
}

/** The object itself, or the objects of a list. */
function objects_in(mixed $value): array {
    return is_record($value)
        ? [$value]
        : array_filter(is_array($value) ? $value : [], is_record(...));
}

/** Every object of a transaction that may have its amount, its tracking id and so on. */
function places_of(array $transaction): array {
    return [
        $transaction,
        ...objects_in($transaction['order'] ?? null),
        ...array_column(sections_of($transaction), 1)
    ];
}

/**
 * The text of a field in all places. Null if none has it, false if two differ or a value
 * is no text or integer.
 */
function agreed(array $transaction, string $field): string|false|null {
    $texts = [];
    foreach (places_of($transaction) as $place) {
        if (isset($place[$field])) $texts[] = text_of($place[$field]);
    }
    foreach ($texts as $text) if ($text === null || $text !== $texts[0]) return false;
    return $texts[0] ?? null;
}

/**
 * The tracking id of the order. A chargeback has none, so it is read from the payment
 * that was charged back.
 */
function tracking_id_of(array $transaction): string {
    $own = agreed($transaction, 'tracking_id');
    $parent = $transaction['parent_transaction'] ?? null;
    $parent_uid = text_of($transaction['parent_uid'] ?? null);
    $is_needed = $own === null
        && in_array($transaction['type'] ?? null, FOLLOW_UPS, true)
        && is_record($parent)
        && $parent_uid !== null
        && text_of($parent['uid'] ?? null) === $parent_uid;
    return $is_needed ? text_of($parent['tracking_id'] ?? null) ?? '' : (string) $own;
}

/** Only false and null mean a live payment. */
function is_test(array $place): bool {
    return ($place['test'] ?? false) !== false;
}

/** What a status means. Null if it is no text. */
function meaning_of(mixed $status): ?string {
    return $status === null || is_string($status)
        ? MEANINGS[$status ?? ''] ?? 'pending'
        : null;
}

/**
 * Whether all places have the same values, and no part is about another transaction or
 * the status of a token.
 */
function is_consistent(array $transaction): bool {
    foreach (['uid', 'amount', 'currency', 'tracking_id'] as $field) {
        if (agreed($transaction, $field) === false) return false;
    }
    foreach (places_of($transaction) as $place) {
        if (isset($place['test']) && is_test($place) !== is_test($transaction)) {
            return false;
        }
    }
    foreach (
        ['transaction', 'checkout', 'transaction_type', 'gateway_response'] as $field
    ) {
        if (is_given($transaction[$field] ?? null)) return false;
    }
    if (
        ($transaction['expired'] ?? false) !== false
        || ($transaction['finished'] ?? true) !== true
    ) {
        return false;
    }
    $methods = [
        $transaction['payment_method_type'] ?? null,
        $transaction['method_type'] ?? null
    ];
    foreach ($transaction as $name => $value) {
        $is_known = isset(OUTCOMES[$name])
            || in_array($name, $methods, true)
            || preg_match(NOT_SECTIONS, (string) $name) === 1;
        if ($is_known) continue;
        foreach (objects_in($value) as $section) {
            if (($section['status'] ?? null) === 'successful') return false;
        }
    }
    return true;
}

/**
 * What happened, in one word, with tests counted. It is `unknown` if the transaction
 * contradicts itself.
 */
function outcome(array $transaction): string {
    $type = $transaction['type'] ?? null;
    $meaning = meaning_of($transaction['status'] ?? null);
    if (
        !is_string($type)
        || !isset(OUTCOMES[$type])
        || $meaning === null
        || !is_consistent($transaction)
    ) {
        return 'unknown';
    }
    $own = $transaction[$type] ?? null;
    if ($own !== null && (!is_record($own) || ($own['type'] ?? $type) !== $type)) {
        return 'unknown';
    }
    foreach (sections_of($transaction) as [$name, $section]) {
        $inside = meaning_of($section['status'] ?? $transaction['status'] ?? null);
        if (
            $name === $type
                ? $inside !== $meaning
                : $own === null || $inside === 'successful'
        ) {
            return 'unknown';
        }
    }
    if ($meaning !== 'successful') return $meaning;
    $is_money = $type === 'tokenization'
        || preg_match('/^[1-9]\d*$/D', agreed($transaction, 'amount') ?? '1') === 1;
    return $is_money ? OUTCOMES[$type] : 'unknown';
}

/** Throws if no payment can be compared with this order. */
function check_order(array $order): void {
    $is_right = preg_match('/^\d+$/D', (string) ($order['amount'] ?? ''))
        && preg_match('/^[A-Z]{3}$/D', $order['currency'] ?? '')
        && array_key_exists('paid_by', $order) && $order['paid_by'] !== '';
    if (!$is_right) {
        throw new UnexpectedValueException(
            'find_order must return amount, currency and paid_by'
        );
    }
}

/**
 * Applies a transaction to its order, from a notification or from the gateway's answer.
 * It may be called any number of times.
 * @return string `paid`, `review`, or the outcome of what pays no order.
 */
function handle_payment(Shop $shop, array $transaction): string {
    $what = outcome($transaction);
    $uid = text_of($transaction['uid'] ?? null);
    if (!is_given($uid)) throw new UnexpectedValueException('The payment has no uid');
    $key = json_encode([
        $uid,
        $what,
        ...($what === 'unknown'
            ? [$transaction['type'] ?? null, $transaction['status'] ?? null]
            : [])
    ]);
    $tracking_id = tracking_id_of($transaction);
    $find = function () use ($shop, $tracking_id): ?array {
        $order = $shop->find_order($tracking_id);
        if ($order !== null) check_order($order);
        return $order;
    };
    $made = [agreed($transaction, 'amount'), agreed($transaction, 'currency')];
    $money = implode(' ', $made);
    $review = function (string $reason) use (
        $shop,
        $key,
        $uid,
        $money,
        $tracking_id
    ): string {
        $shop->review($key, $reason, $uid, $money, $tracking_id);
        return 'review';
    };
    $order = $find();
    if ($what === 'unknown') {
        return $review(
            agreed($transaction, 'tracking_id') === false ? 'mismatch' : 'unknown'
        );
    }
    if (
        in_array($what, OUTCOMES, true)
        && is_test($transaction)
        && empty($order['test'])
    ) {
        return 'test';
    }
    $payment_uid = text_of($transaction['parent_uid'] ?? null);
    if (in_array($what, ['refunded', 'charged_back'], true) && is_given($payment_uid)) {
        // Perhaps before its payment is known.
        $shop->taken_back($uid, $payment_uid, (int) agreed($transaction, 'amount'));
    }
    if ($what === 'charged_back') return $review('charged_back');
    if ($what !== 'paid' && $what !== 'authorized') return $what;
    if ($order === null) return $review('no_order');
    if ($what === 'authorized') return $review('no_function');
    if ($made !== [(string) $order['amount'], $order['currency']]) {
        return $review('mismatch');
    }
    // A repeat calls `paid` too. After it, the order in the database decides.
    if (
        $order['paid_by'] === $uid
        || ($order['paid_by'] === null && empty($order['closed']))
    ) {
        $shop->paid($order, $uid, $key);
        $order = $find();
        $is_marked = ($order['paid_by'] ?? null) !== null || !empty($order['closed']);
        if (!$is_marked) throw new LogicException("paid did not mark the order of $uid");
    }
    if ($order['paid_by'] === $uid) return 'paid';
    return $review($order['paid_by'] === null ? 'closed' : 'other_payment');
}
