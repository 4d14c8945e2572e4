/** Where customers go, at the address at which the dashboard was opened. */
export interface Links {
  /** A product's payment link. */
  pay(productId: string): string;
  /** A product's confirmation page. */
  confirm(productId: string): string;
  /** A token's payment page. */
  token(token: string): string;
}

export const linksAt = (origin: string, shopId: string): Links => ({
  pay: (id) => `${origin}/products/${encodeURIComponent(id)}/pay`,
  confirm: (id) => `${origin}/v2/confirm_order/${encodeURIComponent(id)}/${encodeURIComponent(shopId)}`,
  token: (token) => `${origin}/v2/checkout?token=${encodeURIComponent(token)}`,
});

/** Where the QR code of a link is. */
export const qrAddress = (kind: "pay" | "token", id: string): string =>
  `/sandbox/qr/${kind}/${encodeURIComponent(id)}`;
