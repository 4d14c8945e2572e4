import { loseConnections } from "./lost-connection.ts";
import { sellInMemory, sellOverHttp } from "./scenario.ts";

let ended = Number.POSITIVE_INFINITY;
sellInMemory()
  .then(console.log)
  .then(sellOverHttp)
  .then(console.log)
  .then(loseConnections)
  .then(console.log)
  .then(() => {
    ended = performance.now();
  });

/** Deno waits for timeouts that something still listens to: of the sandbox's posts, and of a merchant's signal. */
addEventListener("unload", () => {
  const seconds = (performance.now() - ended) / 1000;
  if (seconds < 20) return;
  console.log(`The process ended ${seconds} s after its work`);
  Deno.exit(1);
});
