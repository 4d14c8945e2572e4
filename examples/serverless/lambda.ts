/** For a function URL or an HTTP API of API Gateway, payload format 2.0. */
import { handle } from "hono/aws-lambda";
import { run } from "./job.ts";
import { app } from "./pages.ts";

export const handler = handle(app);

/** For a rule of EventBridge, every minute. */
export const scheduled = run;
