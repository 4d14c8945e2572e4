import { openTokens } from "../../lib/orders.ts";
import { isScheduler } from "../../lib/scheduler.ts";
import { checkToken } from "../../lib/shop.ts";

/** Number of tokens whose status is requested at the same time. */
const AT_ONCE = 10;

/** Finds payments whose notification was lost. Let a scheduler call it every five minutes. */
export async function GET(request: Request): Promise<Response> {
  if (!isScheduler(request)) return new Response("Unauthorized", { status: 401 });
  const queue = (await openTokens()).values();
  const work = async (): Promise<void> => {
    for (const token of queue) {
      // The next run tries a token that failed again, even after a 404.
      await checkToken(token).catch((error: unknown) => console.error(`Token ${token}:`, error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return new Response(null, { status: 204 });
}
