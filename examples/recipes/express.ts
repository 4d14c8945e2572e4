import express from "express";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "./notify.ts";

export const app = express();
app.post("/notify", toNodeListener(notify)); // before every body parser
app.use(express.json());
app.post("/cart", (request, response) => {
  response.json({ added: request.body.article });
});
