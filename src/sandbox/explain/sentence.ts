/** The pages with links from sentences and other pages. */
export const LINKED_PAGES = {
  log: { address: "/sandbox/log", name: "API calls" },
  products: { address: "/sandbox/products", name: "Products" },
  failures: { address: "/sandbox/failures", name: "Failures" },
  environment: { address: "/sandbox/environment", name: "Environment" },
  guide: { address: "/sandbox/environment#verify", name: "Verify notifications" },
} as const;

/** Returns what a plan is for, such as `next call` or `next 3 calls`. */
export const nextText = (times: number, what: string): string =>
  times === 1 ? `next ${what}` : `next ${times} ${what}s`;

export const slug = (name: string): string => name.toLowerCase().replaceAll(/[^a-z\d]+/g, "-");
