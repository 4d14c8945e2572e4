import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "./notify.ts";

const listener = toNodeListener(notify);

export const server = createServer(async (request, response) => {
  if (request.url === "/notify") return listener(request, response);
  response.setHeader("content-type", "application/json");
  try {
    const { article } = Object(await json(request));
    response.end(JSON.stringify({ added: article }));
  } catch {
    response.writeHead(400).end(); // a rejection would end the process
  }
});
