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

/** What several entry points share, without zod. */
const PLAIN = ["errors/", "payments/", "shared/", "runtime/"];

const OF_CLIENT = [
  ...["api/", "errors/", "runtime/", "shared/", "../package.json"],
  ...["outcome.ts", "facts.ts", "summary.ts"].map((file) => `payments/${file}`),
];

/** The folders of `src`, each with the folders below it. */
const FOLDERS = [
  fence("shared/"),
  fence("api/", "shared/"),
  fence("errors/", "api/operations.ts", "api/error-tree.ts", "shared/"),
  fence("runtime/", "errors/configuration-error.ts", "shared/"),
  fence("payments/", "api/", "shared/"),
  // The bundle of the client would contain whatever else it imported.
  fence("client/", ...OF_CLIENT),
  fence("webhooks/", "api/", ...PLAIN),
  {
    name: "webhooks-without-zod",
    comment: "The bundle of src/webhooks contains no zod.",
    severity: "error",
    from: { path: toPattern("webhooks/") },
    to: {
      path: toPattern("api/"),
      pathNot: ["api/operations.ts", "api/error-tree.ts", "api/statuses.ts"].map(toPattern),
      dependencyTypesNot: ["type-only"],
    },
  },
  fence("telemetry/", "api/operations.ts", "client/prepare/hooks.ts", "errors/", "../package.json"),
  fence("openapi/", "api/", "client/prepare/idempotency.ts"),
  fence("sandbox/", "api/", ...PLAIN),
  fence("check-shop/", "api/", ...PLAIN, "sandbox/"),
  {
    name: "local-gateway-by-its-api",
    comment:
      "The commands for a running local gateway import only types of its control API, and the model of an order.",
    severity: "error",
    from: { path: toPattern("cli/local-gateway/") },
    to: {
      path: toPattern("sandbox/"),
      pathNot: ["sandbox/control/", "sandbox/explain/order-model.ts", "sandbox/format-amount.ts"].map(
        toPattern,
      ),
    },
  },
  {
    name: "control-as-types",
    comment: "The command line has no code of the control API.",
    severity: "error",
    from: { path: toPattern("cli/") },
    to: { path: toPattern("sandbox/control/"), dependencyTypesNot: ["type-only"] },
  },
  // It imports the package by its name, as a merchant does.
  fence("cli/", "api/operations.ts", "api/error-tree.ts", ...PLAIN, "sandbox/", "check-shop/"),
];

/** The rooms of large folders, each with the rooms below it. */
const ROOMS = [
  fence("api/fields/", "api/error-tree.ts", "shared/"),
  fence("api/checkout/", "api/fields/", "shared/"),
  fence("api/transactions/", "api/checkout/", "api/fields/", "api/statuses.ts", "shared/"),
  ...[["prepare/"], ["send/", "prepare/"], ["methods/", "prepare/", "send/"]].map(([room, ...below]) =>
    fence(`client/${room}`, ...OF_CLIENT, ...below.map((path) => `client/${path}`)),
  ),
  ...[
    ["gateway/"],
    ["http/", "gateway/"],
    ["endpoints/", "gateway/", "http/"],
    ["customer-pages/", "explain/", "gateway/", "http/"],
    ["widget/", "gateway/", "http/"],
    ["explain/", "gateway/"],
    ["actions/", "explain/", "gateway/"],
    ["control/", "actions/", "explain/", "gateway/", "http/"],
    ["dashboard/", "control/guard.ts", "actions/actions.ts", "explain/", "gateway/", "http/"],
  ].map(([room, ...below]) =>
    fence(
      `sandbox/${room}`,
      "api/",
      ...PLAIN,
      ...below.map((path) => `sandbox/${path}`),
      "sandbox/base.css",
      "sandbox/environment-lines.ts",
      "sandbox/format-amount.ts",
    ),
  ),
  // Laws read a history, never the shop.
  // Only gateway/ uses the inside of a sandbox.
  ...[
    ["options.ts", "sandbox/sandbox.ts"],
    ["stories/", "check-shop/laws/"],
    ["history/", "sandbox/gateway/payments/money.ts"],
    ["laws/", "check-shop/guides.ts", "check-shop/options.ts", "check-shop/history/"],
    ["gateway/", "check-shop/history/", "sandbox/"],
    [
      "player/",
      ...["options.ts", "guides.ts"].map((file) => `check-shop/${file}`),
      ...["stories/", "history/", "laws/", "gateway/"].map((room) => `check-shop/${room}`),
    ],
    [
      "verdict/",
      ...["options.ts", "guides.ts"].map((file) => `check-shop/${file}`),
      ...["stories/", "history/", "laws/", "player/", "gateway/"].map((room) => `check-shop/${room}`),
    ],
    ["check-shop.ts", "check-shop/options.ts", "check-shop/verdict/"],
  ].map(([room, ...below]) => fence(`check-shop/${room}`, "api/", ...PLAIN, ...below)),
];

export default {
  forbidden: [
    ...FOLDERS,
    ...ROOMS,
    {
      name: "entry-points-are-the-top",
      comment: "Nothing imports an entry point.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^src/[^/]+\\.ts$" },
    },
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
      from: {},
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
