/** Starts the shop. */
import { serve } from "@hono/node-server";
import { job } from "./job.ts";
import { app } from "./pages.ts";

const { SHOP_URL = "http://localhost:3000", PORT = "3000" } = process.env;

const repeat = () => job().then(() => setTimeout(repeat, 10_000));
repeat();
serve({ fetch: app.fetch, port: Number(PORT) }, () =>
  console.log(`Shop:  ${SHOP_URL}\nStaff: ${SHOP_URL}/staff (name and password: STAFF_ in .env)`),
);
