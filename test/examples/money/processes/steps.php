<?php
// Runs before a script: after each commit the player may kill the process; and the player has the clock.

function ask_player(string $path): string {
    return file_get_contents(getenv('PLAYER') . $path);
}

function player_time(): int {
    return (int) ask_player('/now');
}

class PlayedPdo extends PDO {
    private int $committed = 0;
    private bool $is_in_transaction = false;

    public function __construct(string $dsn, ?string $user, ?string $password, array $options) {
        parent::__construct($dsn, $user, $password, $options);
        $this->setAttribute(PDO::ATTR_STATEMENT_CLASS, [PlayedStatement::class, [$this]]);
        // What a process has written outlives it without that.
        parent::exec('PRAGMA synchronous = OFF');
    }

    public function exec(string $sql): int|false {
        $result = parent::exec($sql);
        $this->is_in_transaction = str_starts_with($sql, 'BEGIN');
        $this->step();
        return $result;
    }

    public function step(): void {
        if ($this->is_in_transaction) return;
        $changes = parent::query('SELECT total_changes()')->fetchColumn();
        if ($changes > $this->committed) ask_player('/step');
        $this->committed = $changes;
    }
}

class PlayedStatement extends PDOStatement {
    protected function __construct(private readonly PlayedPdo $db) {}

    public function execute(?array $values = null): bool {
        $result = parent::execute($values);
        $this->db->step();
        return $result;
    }

    /** What has RETURNING commits when its rows have been read. */
    public function fetchAll(int $mode = PDO::FETCH_DEFAULT, mixed ...$arguments): array {
        $result = parent::fetchAll($mode, ...$arguments);
        $this->db->step();
        return $result;
    }
}
