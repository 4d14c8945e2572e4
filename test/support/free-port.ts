import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to outgoing connections, so that a process that restarts gets its port again. */
const PORTS = { first: 12_000, last: 30_000 };

/** An unused port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.last);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(Boolean, () => false);
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}
