import { loseConnections } from "./lost-connection.ts";
import { sellInMemory, sellOverHttp } from "./scenario.ts";

sellInMemory().then(console.log).then(sellOverHttp).then(console.log).then(loseConnections).then(console.log);

const started = performance.now();
/** Deno waits for timeouts that something still listens to: of the sandbox's posts, and of a merchant's signal. */
addEventListener("unload", () => {
  const seconds = (performance.now() - started) / 1000;
  if (seconds < 20) return;
  console.log(`The process ended after ${seconds} s`);
  Deno.exit(1);
});
