/** The pages with links from sentences and other pages. */
export const LINKED_PAGES = {
  calls: { address: "/sandbox/calls", name: "API calls" },
  products: { address: "/sandbox/products", name: "Products" },
  failures: { address: "/sandbox/failures", name: "Failures" },
  notifications: { address: "/sandbox/notifications", name: "Notifications" },
  environment: { address: "/sandbox/environment", name: "Environment" },
  guide: { address: "/sandbox/environment#verify", name: "Verify notifications" },
} as const;
