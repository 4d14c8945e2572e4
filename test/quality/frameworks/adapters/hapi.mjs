import Hapi from "@hapi/hapi";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "./notify.ts";

const listener = toNodeListener(notify);

export const server = Hapi.server({ host: "127.0.0.1", port: process.env.PORT });
server.route({
  method: "POST",
  path: "/notify",
  options: { payload: { parse: false, output: "stream" } },
  handler: async ({ raw }, h) => {
    await listener(raw.req, raw.res);
    return h.abandon; // the listener has answered
  },
});
server.route({
  method: "POST",
  path: "/cart",
  handler: ({ payload }) => ({ added: payload.article }),
});
