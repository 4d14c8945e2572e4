import { createHash, timingSafeEqual } from "node:crypto";
import { setting } from "./setting.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Whether your scheduler sent this request, as Vercel's cron jobs do. */
export const isScheduler = (request: Request): boolean =>
  timingSafeEqual(
    digest(request.headers.get("authorization") ?? ""),
    digest(`Bearer ${setting("CRON_SECRET")}`),
  );
