import { closeShop, openShop, run } from "./shop.ts";
import { findCommand } from "./staff.ts";

await run(async () => {
  const [name, ...args] = process.argv.slice(2);
  const command = findCommand(name);
  const shop = await openShop();
  console.log(await command(shop, args));
  await closeShop(shop);
});
