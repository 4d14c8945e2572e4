import { closeShop, openShop, run } from "./shop.ts";
import { findCommand } from "./staff.ts";

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  const command = findCommand(name);
  const shop = await openShop();
  const answer = await command(shop, args);
  // Text of the gateway can contain control characters, which a terminal would run.
  console.log(answer.replace(/[^\P{Cc}\n]/gu, "?"));
  await closeShop(shop);
});
