/** Starts the built shop and judges it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { judgeServer } from "./judge.mjs";

const probe = createServer().listen(0, "127.0.0.1");
await once(probe, "listening");
const { port } = probe.address();
probe.close();

// Its environment has what the judge has set.
const env = { ...process.env, HOST: "127.0.0.1", PORT: String(port) };
const shop = spawn(process.execPath, [".output/server/index.mjs"], {
  env,
  stdio: "inherit",
});
try {
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(url).catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 100));
  await judgeServer(url);
  await judgeServer(url, { path: "/web" });
  console.log("ok");
} finally {
  shop.kill();
}
