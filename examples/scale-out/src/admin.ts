import { printable } from "./log.ts";
import { closeShop, openShop, run } from "./shop.ts";
import { findCommand } from "./staff.ts";

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  const command = findCommand(name);
  const shop = await openShop();
  const { text, isDone } = await command(shop, args);
  console.log(printable(text));
  if (!isDone) process.exitCode = 1;
  await closeShop(shop);
});
