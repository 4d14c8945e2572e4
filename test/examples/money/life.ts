import type { DatabaseSync, StatementSync } from "node:sqlite";

/** The process was killed: nothing that it does after that has an effect. */
class Killed extends Error {}

/** The life of one process, which ends at one of its steps: before or after a write, or a call to the gateway. */
export class Life {
  /** The step at which it is killed; undefined: it is not. */
  readonly killedAt: number | undefined;
  readonly #onEnd: (() => void)[] = [];
  steps = 0;
  isOver = false;

  constructor(killedAt?: number) {
    this.killedAt = killedAt;
  }

  /** What the operating system does when the process ends, such as closing its files. */
  onEnd(release: () => void): void {
    this.#onEnd.push(release);
  }

  step(): void {
    this.check();
    if (this.steps === this.killedAt) this.end();
    this.steps += 1;
    this.check();
  }

  check(): void {
    if (this.isOver) throw new Killed("The process was killed");
  }

  end(): void {
    if (this.isOver) return;
    this.isOver = true;
    for (const release of this.#onEnd) release();
  }
}

/** A function whose call, and whose return, are steps of a life. */
export const guard =
  <Parameters extends unknown[], Result>(life: Life, run: (...parameters: Parameters) => Promise<Result>) =>
  async (...parameters: Parameters): Promise<Result> => {
    life.step();
    const result = await run(...parameters);
    life.step();
    return result;
  };

const isWrite = (sql: string): boolean => /^\s*(INSERT|UPDATE|DELETE|BEGIN|COMMIT)/i.test(sql);

function guardStatement(life: Life, sql: string, statement: StatementSync): StatementSync {
  const run =
    (name: "run" | "get" | "all") =>
    (...values: Parameters<StatementSync["run"]>): unknown => {
      if (isWrite(sql)) life.step();
      else life.check();
      return Reflect.apply(statement[name], statement, values);
    };
  return Object.assign(Object.create(statement), { run: run("run"), get: run("get"), all: run("all") });
}

/** A connection that is lost with its process: what it has not committed is rolled back. */
export function guardDatabase(life: Life, db: DatabaseSync): DatabaseSync {
  life.onEnd(() => db.close());
  return Object.defineProperties(Object.create(db), {
    exec: {
      value: (sql: string): void => {
        if (isWrite(sql)) life.step();
        else life.check();
        db.exec(sql);
        if (/^COMMIT/i.test(sql)) life.step();
      },
    },
    prepare: { value: (sql: string) => guardStatement(life, sql, db.prepare(sql)) },
    isTransaction: { get: () => !life.isOver && db.isTransaction },
    close: { value: () => life.end() },
  });
}
