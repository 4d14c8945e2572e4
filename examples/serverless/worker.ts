/** For Cloudflare Workers. */
import { run } from "./job.ts";
import { app } from "./pages.ts";

export default {
  fetch: app.fetch,
  /** For a cron trigger, every minute. */
  scheduled: run,
};
