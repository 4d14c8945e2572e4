// app/notify/route.ts
import { notify } from "./notify.ts";

export const POST = (request: Request): Promise<Response> => notify(request);
