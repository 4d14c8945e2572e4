/** Where the generated clients find the sandbox, and what they send. */
export const gateway = { url: "" };

/** How a generated client is called: with the URL and the headers of the sandbox. Returns the payment link of a product. */
export type Call = (url: string, headers: Record<string, string>) => Promise<string | undefined>;

export const product = {
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: "12900",
  language: "en",
  infinite: true as const,
  expired_at: "2030-01-01T00:00:00+00:00",
};
