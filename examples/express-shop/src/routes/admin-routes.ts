import { Router } from "express";
import { listProblems, markHandled } from "../attention.ts";
import { listOrders } from "../orders.ts";
import { adminPage } from "../pages/admin-page.ts";
import { listProducts } from "../products.ts";
import type { Shop } from "../shop.ts";
import { basicAuth } from "../web/basic-auth.ts";
import { field } from "../web/read-form.ts";

const SHOWN = 100;

export function adminRoutes({ config, db }: Shop): Router {
  const router = Router();
  router.use("/admin", basicAuth("admin", config.adminPassword));

  router.get("/admin", (_request, response) => {
    response.send(adminPage(listOrders(db, SHOWN), listProblems(db), listProducts(db)));
  });

  router.post("/admin/handled", (request, response) => {
    markHandled(db, field(request, "key"));
    response.redirect(303, "/admin");
  });

  return router;
}
