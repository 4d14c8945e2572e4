/** The directions of imports, described in CONTRIBUTING.md, "Imports". */

import { posix } from "node:path";

/** The pattern of a file of `src`, or of a folder if the path ends with a slash. */
const toPattern = (path) =>
  `^${posix.join("src", path).replaceAll(".", "\\.")}${path.endsWith("/") ? "" : "$"}`;

/** `from` imports only its own files and `allowed`. */
const fence = (from, ...allowed) => ({
  name: `${from.replace(/\/$/, "")}-imports-only`,
  comment: `src/${from} imports only its own files and: ${allowed.join(", ") || "nothing"}`,
  severity: "error",
  from: { path: toPattern(from) },
  to: { path: "^(src/|package\\.json$)", pathNot: [from, ...allowed].map(toPattern) },
});

/** What several entry points share. */
const SHARED = ["api/", "errors/", "models/", "payments/", "shared/"];

/** The client has no code of another entry point: its bundle would contain it. */
const CLIENT = [
  "api/",
  "errors/",
  "models/",
  "shared/operations.ts",
  "shared/redact.ts",
  "client-options.ts",
  "payments/",
  "resources/",
  "transport/",
];

/** Of the sandbox's own files, those that its rooms share. */
const SANDBOX = ["environment-lines.ts", "format-amount.ts", "gateway/", "http/"].map(
  (path) => `sandbox/${path}`,
);
const ROOM = [...SHARED, ...SANDBOX, "runtime/"];

const CLIENT_FENCES = [
  fence("index.ts", "any-payments-error.ts", "client.ts", ...CLIENT),
  fence("any-payments-error.ts", "errors/", "resources/idempotency-error.ts"),
  fence("client.ts", ...CLIENT),
  fence(
    "client-options.ts",
    "shared/basic-auth.ts",
    "shared/redact.ts",
    "models/fields/",
    "runtime/check-node.ts",
    "runtime/environment.ts",
    "runtime/loopback.ts",
    "transport/",
    "shared/values.ts",
  ),
  fence("resources/", "errors/", "models/", "payments/outcome.ts", "transport/", "shared/values.ts"),
  fence(
    "transport/",
    "api/",
    "shared/redact.ts",
    "errors/",
    "models/fields/primitives.ts",
    "models/fields/problems.ts",
    "models/fields/undocumented.ts",
    "models/fields/wire.ts",
    "shared/operations.ts",
    "runtime/environment.ts",
    "runtime/read-bytes.ts",
    "runtime/sent-once.ts",
    "shared/values.ts",
  ),
];

const SHARED_FENCES = [
  fence("errors/", "shared/operations.ts", "shared/values.ts"),
  fence("api/", "models/", "shared/operations.ts"),
  fence("models/", "errors/error-tree.ts", "shared/values.ts"),
  fence("models/fields/", "errors/error-tree.ts", "shared/values.ts"),
  fence("models/checkout/", "models/fields/", "shared/values.ts"),
  fence("models/transactions/", "models/checkout/", "models/fields/", "shared/values.ts"),
  fence("payments/", "models/", "shared/values.ts"),
  fence("runtime/", "errors/configuration-error.ts"),
  fence("shared/"),
];

const ENTRY_POINT_FENCES = [
  fence(
    "webhooks/",
    "shared/basic-auth.ts",
    "errors/",
    "models/",
    "payments/",
    "runtime/",
    "shared/values.ts",
  ),
  {
    name: "webhooks-models-types-only",
    comment: "The bundle of src/webhooks contains no zod.",
    severity: "error",
    from: { path: toPattern("webhooks/") },
    to: { path: toPattern("models/"), dependencyTypesNot: ["type-only"] },
  },
  fence("opentelemetry/", "errors/", "shared/operations.ts", "transport/hooks.ts", "../package.json"),
  // It takes a sandbox by its shape.
  fence("msw/"),
  fence("openapi/", "api/", "models/", "shared/operations.ts", "transport/idempotency.ts"),
  // It imports the package by its name, as a merchant does.
  fence("check/", "runtime/environment.ts", "runtime/private-address.ts", "shared/values.ts"),
  // It judges a shop at a sandbox, by the gateway's own book.
  fence("check-shop/", ...ROOM, "sandbox/sandbox.ts", "sandbox/shop-of.ts"),
  fence("check-shop/stage/", ...ROOM, "check-shop/shop-functions.ts"),
  // What is done and what must hold know nothing of each other.
  fence("check-shop/moves/", ...ROOM, "check-shop/guides.ts", "check-shop/stage/"),
  fence("check-shop/laws/", ...ROOM, "check-shop/guides.ts", "check-shop/stage/"),
  fence("check-shop/search/", ...ROOM, ...["stage/", "moves/", "laws/"].map((room) => `check-shop/${room}`)),
  fence("check-shop/report/", "check-shop/laws/"),
  fence("bin/", "check/", "errors/", "shared/nearest-name.ts", "runtime/check-node.ts", "sandbox/"),
  // Its entry point exports checkShop.
  fence("sandbox/", ...SHARED, "runtime/", "check-shop/"),
  fence("sandbox/api/", ...ROOM),
  fence("sandbox/dashboard/", ...ROOM),
  fence("sandbox/gateway/", ...SHARED),
  fence("sandbox/http/", "runtime/", "sandbox/gateway/deliveries/"),
  fence("sandbox/pages/", ...ROOM),
  fence("sandbox/widget/", ...ROOM),
];

export default {
  forbidden: [
    ...CLIENT_FENCES,
    ...SHARED_FENCES,
    ...ENTRY_POINT_FENCES,
    {
      name: "no-ring-of-files",
      comment: "Files that import each other are one file, or lack a third one.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-ring-of-folders",
      comment: "Folders that import each other cannot be read one after the other.",
      severity: "error",
      scope: "folder",
      // The sandbox's entry point exports checkShop, which is built on the sandbox. The fences above keep its rooms in order.
      from: { pathNot: "^src/(sandbox$|check-shop(/|$))" },
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsConfig: { fileName: "tsconfig.json" },
    // Imports of types count too.
    tsPreCompilationDeps: true,
  },
};
