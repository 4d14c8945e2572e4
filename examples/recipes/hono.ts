import { Hono } from "hono";
import { notify } from "./notify.ts";

export const app = new Hono();
app.post("/notify", ({ req }) => notify(req.raw));
app.post("/cart", async ({ req, json }) => json({ added: (await req.json()).article }));
