/** Starts the built shop and judges it. */
import { once } from "node:events";
import { createServer } from "node:http";
import { judgeServer } from "./judge.mjs";

const { handler } = await import("./build/handler.js");
const server = createServer(handler).listen(0, "127.0.0.1");
await once(server, "listening");
await judgeServer(`http://127.0.0.1:${server.address().port}`, { isLimited: true });
console.log("ok");
process.exit();
