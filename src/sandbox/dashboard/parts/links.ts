/** The addresses of customers' pages: a product's payment link and confirmation, and a token's payment page. */
export const linksAt = (origin: string, shopId: string) => ({
  pay: (id: string) => `${origin}/products/${encodeURIComponent(id)}/pay`,
  confirm: (id: string) =>
    `${origin}/v2/confirm_order/${encodeURIComponent(id)}/${encodeURIComponent(shopId)}`,
  bill: (uid: string) => `${origin}/process/${encodeURIComponent(uid)}`,
  token: (token: string) => `${origin}/v2/checkout?token=${encodeURIComponent(token)}`,
});

export type Links = ReturnType<typeof linksAt>;

/** The longest link that is drawn as a QR code: cameras cannot read the code of a longer one. */
export const LONGEST_QR = 1000;

export const qrAddress = (kind: "pay" | "token", id: string): string =>
  `/sandbox/qr/${kind}/${encodeURIComponent(id)}`;

export const orderAddress = (token: string): string => `/sandbox/orders/${encodeURIComponent(token)}`;
