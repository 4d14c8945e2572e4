/** Runs before a shop in Node: after each commit the player may kill the process, and the player has the clock. */
import { registerHooks } from "node:module";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

const { PLAYER = "", DATABASE = "" } = process.env;

// The source of the package, by its name.
const SOURCE = new URL("../../../../src/", import.meta.url);
registerHooks({
  resolve(name, context, next) {
    const [, entry] = /^payments-client(?:\/(\w+))?$/.exec(name) ?? ["", null];
    return entry === null
      ? next(name, context)
      : next(new URL(`${entry ?? "index"}.ts`, SOURCE).href, context);
  },
});

/** A thread that asks, because the shop's statements are synchronous. */
const { port1, port2 } = new MessageChannel();
const answered = new Int32Array(new SharedArrayBuffer(4));
const ASK = `
  const { workerData: { answered, port, player } } = require("node:worker_threads");
  port.on("message", async (path) => {
    const answer = await fetch(player + path).then((response) => response.text()).catch(() => process.exit());
    port.postMessage(answer);
    Atomics.store(answered, 0, 1);
    Atomics.notify(answered, 0);
  });`;
new Worker(ASK, {
  eval: true,
  workerData: { answered, port: port2, player: PLAYER },
  transferList: [port2],
}).unref();

function ask(path: string): string {
  Atomics.store(answered, 0, 0);
  port1.postMessage(path);
  Atomics.wait(answered, 0, 0);
  return String(receiveMessageOnPort(port1)?.message);
}
port1.unref();

const { prepare, exec } = DatabaseSync.prototype;
const changesOf = (db: DatabaseSync): unknown => Reflect.apply(prepare, db, ["SELECT total_changes()"]).get();

/** Runs a statement, and is a step if it has changed something. */
function played<Result>(db: DatabaseSync, run: () => Result): Result {
  const before = JSON.stringify(changesOf(db));
  const result = run();
  if (JSON.stringify(changesOf(db)) !== before) ask("/step");
  return result;
}

DatabaseSync.prototype.exec = function (sql) {
  // What a process has written outlives it without that.
  Reflect.apply(exec, this, ["PRAGMA synchronous = OFF"]);
  played(this, () => Reflect.apply(exec, this, [sql]));
};
DatabaseSync.prototype.prepare = function (sql) {
  const statement = Reflect.apply(prepare, this, [sql]);
  const all = statement.all.bind(statement);
  return Object.assign(statement, {
    all: (...values: Parameters<typeof all>) => played(this, () => all(...values)),
  });
};
Date.now = () => Number(ask("/now")) * 1000;
process.chdir(dirname(DATABASE));
