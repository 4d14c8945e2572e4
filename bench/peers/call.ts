/** CPU and wall time of one POST, with several numbers of concurrent calls. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { contendersAt } from "./contenders.ts";
import { type Group, inTurn } from "./group.ts";

const ROUNDS = 41;
/** Rounds before the engine has compiled the code: until then, results of the same code differ fourfold. */
const WARM_UP = 10;
const CALLS = 512;

const server = fork(new URL("./server.ts", import.meta.url));
const [port] = await once(server, "message");

/** Microseconds of CPU and of wall time per call. */
async function measure(call: () => Promise<unknown>, atOnce: number): Promise<readonly number[]> {
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const workers = Array.from({ length: atOnce }, async () => {
    for (let done = 0; done < CALLS / atOnce; done += 1) await call();
  });
  await Promise.all(workers);
  const wall = (performance.now() - startedAt) * 1000;
  const { user, system } = process.cpuUsage(before);
  return [(user + system) / CALLS, wall / CALLS];
}

const groups: Group[] = [];
for (const atOnce of [1, 16, 128]) {
  const contenders = Object.entries(contendersAt(port)).map(([name, call]) => [
    name,
    () => measure(call, atOnce),
  ]);
  const [cpu = {}, wall = {}] = await inTurn(Object.fromEntries(contenders), ROUNDS, WARM_UP);
  const who = "payments-client";
  const targets = [
    { who, times: 1.05, of: "ky" },
    { who, times: 1, of: "openai" },
  ];
  groups.push({ title: `CPU of one POST, ${atOnce} at once, µs`, rows: cpu, targets });
  groups.push({ title: `Wall time of one POST, ${atOnce} at once, µs`, rows: wall });
}
server.kill();
process.send?.(groups);
