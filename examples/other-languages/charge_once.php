<?php
// Charges a saved card once, however often it runs: php charge_once.php KEY, for a row of
// the table charges, with DATABASE in the environment.
require __DIR__ . '/send_once.php';

$db = new PDO('sqlite:' . getenv('DATABASE'), null, null, [PDO::ATTR_TIMEOUT => 5]);
$find = $db->prepare('SELECT * FROM charges WHERE id = ?');
$find->execute([$argv[1]]);
// Reads all rows, because an open statement locks the database.
[$row] = $find->fetchAll(PDO::FETCH_ASSOC);

$claim = function (float $seconds) use ($db, $row): bool {
    $now = time();
    $claim = $db->prepare("UPDATE charges SET sent_at = ?
        WHERE id = ? AND state = 'open'
            AND (sent_at IS NULL OR sent_at NOT BETWEEN ? AND ?)");
    $claim->execute([$now, $row['id'], $now - $seconds, $now + $seconds]);
    return $claim->rowCount() === 1;
};
[$state, $why] = send_once('payment', [
    'amount' => (int) $row['amount'],
    'currency' => $row['currency'],
    'description' => $row['description'],
    'credit_card' => ['token' => $row['card_token']],
    'additional_data' => ['card_on_file' => ['initiator' => 'merchant']],
], $row['id'], $claim);
$end = "UPDATE charges SET state = ?, answer = coalesce(?, answer)
    WHERE id = ? AND state = 'open'";
$db->prepare($end)->execute([$state, $why, $row['id']]);
echo "$state $why\n";
