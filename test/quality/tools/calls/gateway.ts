/** Where the generated clients find the sandbox, and what they send. */
export const gateway = { url: "" };

/** What the sandbox answered to a generated client. */
export interface Answers {
  /** The payment link of the new product. */
  readonly payUrl: string | undefined;
  readonly refund:
    | { readonly uid?: string | null | undefined; readonly status?: string | null | undefined }
    | undefined;
}

/** Creates a product and refunds a payment with a generated client. */
export type Call = (url: string, headers: Record<string, string>, parent_uid: string) => Promise<Answers>;

export const product = {
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: "12900",
  language: "en",
  infinite: true as const,
  expired_at: "2030-01-01T00:00:00+00:00",
};

export const refundOf = (parent_uid: string) => ({
  request: { parent_uid, amount: 4000, reason: "Returned guide" },
});
