const segment = encodeURIComponent;

export const pageLinks = {
  pay: (origin: string, id: string): string => `${origin}/products/${segment(id)}/pay`,
  confirm: (origin: string, id: string, shopId: string): string =>
    `${origin}/v2/confirm_order/${segment(id)}/${segment(shopId)}`,
  checkout: (origin: string, token: string): string => `${origin}/v2/checkout?token=${segment(token)}`,
  /** The page for 3-D Secure, or for a bill. */
  process: (origin: string, uid: string): string => `${origin}/process/${segment(uid)}`,
  /** The order of a token or a bill on the dashboard. */
  order: (token: string): string => `/sandbox/orders/${segment(token)}`,
};
