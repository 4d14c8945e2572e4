<?php
// The four functions, for the tables in schema.sql: php -S 127.0.0.1:8080 receive.php,
// with DATABASE in the environment.
require __DIR__ . '/notify.php';

class OwnShop implements Shop {
    public function __construct(private PDO $db) {}

    public function find_order(string $tracking_id): ?array {
        $find = $this->db->prepare('SELECT * FROM orders WHERE id = ?');
        $find->execute([$tracking_id]);
        return $find->fetchAll(PDO::FETCH_ASSOC)[0] ?? null;
    }

    public function paid(array $order, string $uid, string $key): void {
        $this->db->exec('BEGIN IMMEDIATE');
        $update = 'UPDATE orders SET paid_by = ? WHERE id = ? AND paid_by IS NULL';
        $this->db->prepare($update)->execute([$uid, $order['id']]);
        $this->db->prepare('DELETE FROM reviews WHERE key = ?')->execute([$key]);
        $this->db->exec('COMMIT');
    }

    public function review(
        string $key,
        string $reason,
        string $uid,
        string $money,
        string $tracking_id
    ): void {
        $insert = 'INSERT INTO reviews (key, reason, uid, money, order_id)
            VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING';
        $this->db->prepare($insert)->execute([$key, $reason, $uid, $money, $tracking_id]);
    }

    public function taken_back(string $uid, string $payment_uid, int $amount): void {
        $insert = 'INSERT INTO reversals VALUES (?, ?, ?) ON CONFLICT DO NOTHING';
        $this->db->prepare($insert)->execute([$uid, $payment_uid, $amount]);
    }
}

receive(new OwnShop(
    new PDO('sqlite:' . getenv('DATABASE'), null, null, [PDO::ATTR_TIMEOUT => 5])
));
