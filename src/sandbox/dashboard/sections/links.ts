import type { ListId } from "../view.ts";

/** The addresses of customers' pages. */
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

/** The longest link that is drawn as a QR code: cameras cannot read the code of a longer one. */
export const LONGEST_QR = 1000;

/** The address of a link's QR code. */
export const qrAddress = (kind: "pay" | "token", id: string): string =>
  `/sandbox/qr/${kind}/${encodeURIComponent(id)}`;

/** The address of a search, at one of the lists. */
export const searchFor = (query: string, list: ListId): string => `/?q=${encodeURIComponent(query)}#${list}`;
