/**
 * PostgreSQL in a process of its own: as a leader of its process group it gets no Ctrl+C, and ends after those who use it,
 * when the process that started it disconnects or ends.
 */
import { once } from "node:events";
import { Postgres } from "./postgres.ts";

const postgres = await Postgres.start();
process.send?.(postgres.url);
await once(process, "disconnect");
await postgres.stop();
process.exit();
