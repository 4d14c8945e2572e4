import { Router } from "express";
import { countOf, readCart } from "../cart.ts";
import { cataloguePage, productPage } from "../pages/catalogue-pages.ts";
import { findProduct, listProducts } from "../products.ts";
import type { Shop } from "../shop.ts";
import { cartIdOf } from "../web/session.ts";

export function catalogueRoutes({ db }: Shop): Router {
  const router = Router();

  router.get("/", (request, response) => {
    const inCart = countOf(readCart(db, cartIdOf(request) ?? ""));
    response.send(cataloguePage(listProducts(db), inCart));
  });

  router.get("/products/:id", (request, response, next) => {
    const product = findProduct(db, request.params.id);
    if (!product) return next();
    const inCart = countOf(readCart(db, cartIdOf(request) ?? ""));
    response.send(productPage(product, inCart));
  });

  return router;
}
