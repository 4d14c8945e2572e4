import { openPool } from "./database.ts";
import { createQueues, openBoss } from "./queues.ts";
import { migrate } from "./schema-version.ts";
import { closeShop, run } from "./shop.ts";

await run(async () => {
  const pool = openPool({ query_timeout: 0, statement_timeout: 0, lock_timeout: 0 });
  await migrate(pool);
  const boss = await openBoss(pool, { migrate: true });
  await createQueues(boss);
  await closeShop({ boss, pool });
  console.log("The database is up to date");
});
