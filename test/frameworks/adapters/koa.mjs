import { bodyParser } from "@koa/bodyparser";
import Koa from "koa";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "./notify.ts";

const listener = toNodeListener(notify);

export const app = new Koa();
app.use(async (context, next) => {
  if (context.path !== "/notify") return next();
  context.respond = false; // the listener answers
  await listener(context.req, context.res);
});
app.use(bodyParser());
app.use((context) => {
  context.body = { added: context.request.body.article };
});
