using Workerd = import "/workerd/workerd.capnp";

# Runs the worker on this machine, in the runtime that Cloudflare runs it in.
const config :Workerd.Config = (
  services = [
    (name = "shop", worker = .shop),
    # Without "local", a worker cannot reach a sandbox on 127.0.0.1.
    (name = "internet", network = (allow = ["public", "local"], tlsOptions = (trustBrowserCas = true))),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "shop")],
);

const shop :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "dist/worker.mjs")],
  compatibilityDate = "2026-11-01",
  bindings = [
    (name = "PAYMENTS_SHOP_ID", fromEnvironment = "PAYMENTS_SHOP_ID"),
    (name = "PAYMENTS_SECRET_KEY", fromEnvironment = "PAYMENTS_SECRET_KEY"),
    (name = "PAYMENTS_BASE_URL", fromEnvironment = "PAYMENTS_BASE_URL"),
    (name = "PAYMENTS_CHECKOUT_URL", fromEnvironment = "PAYMENTS_CHECKOUT_URL"),
    (name = "PAYMENTS_GATEWAY_URL", fromEnvironment = "PAYMENTS_GATEWAY_URL"),
    (name = "PAYMENTS_PUBLIC_KEY", fromEnvironment = "PAYMENTS_PUBLIC_KEY"),
    (name = "SHOP_URL", fromEnvironment = "SHOP_URL"),
    (name = "STAFF_PASSWORD", fromEnvironment = "STAFF_PASSWORD"),
    (name = "DATABASE_URL", fromEnvironment = "DATABASE_URL"),
  ],
);
