<?php
// Applies the transaction of each line of the input to an order, and prints what became of it.
require __DIR__ . '/../../../examples/other-languages/notify.php';

class OneOrder implements Shop {
    private ?string $paid_by = null;
    public string $reason = '';
    public string $order_id = '';

    public function find_order(string $tracking_id): ?array {
        return $tracking_id === 'order-1007' ? ['amount' => 12900, 'currency' => 'EUR', 'paid_by' => $this->paid_by] : null;
    }

    public function paid(array $order, string $uid, string $key): void {
        $this->paid_by = $uid;
    }

    public function review(string $key, string $reason, string $uid, string $money, string $tracking_id): void {
        [$this->reason, $this->order_id] = [$reason, $tracking_id];
    }

    public function taken_back(string $uid, string $payment_uid, int $amount): void {
    }
}

while (($line = fgets(STDIN)) !== false) {
    $shop = new OneOrder();
    try {
        $is = handle_payment($shop, json_decode($line, true));
    } catch (UnexpectedValueException) {
        $is = 'error';
    }
    echo json_encode([$is, $shop->reason, $shop->order_id]), "\n";
}
