using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (services = [
  # The day before nodejs_compat became the default: WebCrypto is all there is.
  (name = "web", worker = (modules = .modules, compatibilityDate = "2026-08-03")),
  (name = "node", worker = (modules = .modules, compatibilityDate = "2026-11-17")),
]);

const modules :List(Workerd.Worker.Module) = [(name = "worker", esModule = embed "out/worker.js")];
