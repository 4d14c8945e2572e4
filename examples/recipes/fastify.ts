import Fastify from "fastify";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "./notify.ts";

export const app = Fastify();
// Only this plugin leaves the body unread. All other routes keep Fastify's parsers.
app.register(async (scope) => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", (_request, _body, done) => done(null));
  scope.post("/notify", (request, reply) => {
    reply.hijack();
    return toNodeListener(notify)(request.raw, reply.raw);
  });
});
app.post<{ Body: { article: string } }>("/cart", async ({ body }) => ({
  added: body.article,
}));
