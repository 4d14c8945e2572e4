import { migrate, openPool } from "./database.ts";
import { createQueues, openBoss } from "./queues.ts";
import { closeShop, run } from "./shop.ts";

await run(async () => {
  const pool = openPool();
  await migrate(pool);
  const boss = await openBoss(pool, { migrate: true });
  await createQueues(boss);
  await closeShop({ boss, pool });
  console.log("The database is up to date");
});
