/**
 * PostgreSQL in its own process. As the leader of its process group it gets no Ctrl+C. It ends when the process that
 * started it disconnects or ends.
 */
import { once } from "node:events";
import { Postgres } from "./postgres.ts";

const postgres = await Postgres.start();
process.send?.(postgres.url);
await once(process, "disconnect");
await postgres.stop();
process.exit();
