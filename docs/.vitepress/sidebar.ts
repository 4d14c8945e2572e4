import type { DefaultTheme } from "vitepress";

/** The pages that are written by hand, in reading order. */
export const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: "Start",
    items: [
      { text: "Getting started", link: "/getting-started" },
      { text: "Examples", link: "/examples" },
    ],
  },
  {
    text: "Guides",
    items: [
      { text: "Take a payment", link: "/guides/take-a-payment" },
      { text: "Payment lifecycle", link: "/guides/payment-lifecycle" },
      { text: "Payment links", link: "/guides/payment-links" },
      { text: "Receive notifications", link: "/guides/receive-notifications" },
      { text: "Status and polling", link: "/guides/status-and-polling" },
      { text: "Captures, voids, refunds", link: "/guides/captures-voids-refunds" },
      { text: "Payouts", link: "/guides/payouts" },
      { text: "Charge a saved card", link: "/guides/saved-cards" },
      { text: "Amounts and currencies", link: "/guides/amounts-and-currencies" },
      { text: "Handle errors", link: "/guides/handle-errors" },
      { text: "Troubleshooting", link: "/guides/troubleshooting" },
      { text: "Test with the sandbox", link: "/guides/test-with-the-sandbox" },
      { text: "Prove your shop", link: "/guides/prove-your-shop" },
      { text: "Test with msw", link: "/guides/test-with-msw" },
      { text: "OpenTelemetry", link: "/guides/opentelemetry" },
      { text: "Bundling and cold starts", link: "/guides/bundling-and-cold-starts" },
      { text: "Scale", link: "/guides/scale" },
      { text: "Go live", link: "/guides/go-live" },
    ],
  },
  {
    text: "Recipes",
    items: [
      { text: "Frameworks", link: "/recipes/frameworks" },
      { text: "Behind a proxy", link: "/recipes/proxy" },
      { text: "Client certificates", link: "/recipes/client-certificates" },
      { text: "Limit connections", link: "/recipes/connection-limits" },
      { text: "Several shops", link: "/recipes/several-shops" },
      { text: "Unit-test a handler", link: "/recipes/unit-test-a-handler" },
      { text: "Log without customer data", link: "/recipes/logging" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Options", link: "/reference/options" },
      { text: "Methods", link: "/reference/methods" },
      { text: "Errors", link: "/reference/errors" },
      { text: "Retries", link: "/reference/retries" },
      { text: "Hooks and logs", link: "/reference/hooks" },
      { text: "Models and OpenAPI", link: "/reference/models" },
      { text: "Sandbox", link: "/reference/sandbox" },
      { text: "Protocol", link: "/reference/protocol" },
      { text: "Security", link: "/reference/security" },
      { text: "Runtimes", link: "/reference/runtimes" },
      { text: "Reliability", link: "/reference/reliability" },
      { text: "Performance", link: "/reference/performance" },
      { text: "Glossary", link: "/reference/glossary" },
      { text: "API reference", link: "/api/" },
    ],
  },
];
