/** The pages with links from sentences and other pages. */
export const LINKED_PAGES = {
  log: { address: "/sandbox/log", name: "Log" },
  products: { address: "/sandbox/products", name: "Products" },
  failures: { address: "/sandbox/failures", name: "Failures" },
  environment: { address: "/sandbox/environment", name: "Environment" },
  guide: { address: "/sandbox/environment#verify", name: "Verify notifications" },
} as const;
