import { type Request, Router } from "express";
import { addToCart, type CartItem, countOf, readCart, setQuantity } from "../cart.ts";
import { cartPage } from "../pages/cart-page.ts";
import { cataloguePage, productPage } from "../pages/catalogue-pages.ts";
import { findProduct, listProducts } from "../products.ts";
import type { Shop } from "../shop.ts";
import { count, field } from "../web/read-form.ts";
import { cartIdOf, startCart } from "../web/session.ts";

export function cartRoutes({ config, db }: Shop): Router {
  const router = Router();
  const isHttps = config.publicUrl.startsWith("https:");
  const cartOf = (request: Request): CartItem[] => readCart(db, cartIdOf(request) ?? "");

  router.get("/", (request, response) => {
    response.send(cataloguePage(listProducts(db), countOf(cartOf(request))));
  });

  router.get("/products/:id", (request, response, next) => {
    const product = findProduct(db, request.params.id);
    if (!product) return next();
    response.send(productPage(product, countOf(cartOf(request))));
  });

  router.get("/cart", (request, response) => {
    response.send(cartPage(cartOf(request)));
  });

  router.post("/cart", (request, response, next) => {
    const product = findProduct(db, field(request, "product"));
    if (!product) return next();
    addToCart(db, startCart(request, response, isHttps), product, count(request, "quantity"));
    response.redirect(303, "/cart");
  });

  router.post("/cart/:product", (request, response, next) => {
    const product = findProduct(db, request.params.product);
    if (!product) return next();
    setQuantity(db, startCart(request, response, isHttps), product, count(request, "quantity"));
    response.redirect(303, "/cart");
  });

  return router;
}
