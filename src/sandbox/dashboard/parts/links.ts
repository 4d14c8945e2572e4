import { pageLinks } from "../../gateway/page-links.ts";

/** The addresses of customers' pages: a product's payment link and confirmation, and a token's payment page. */
export const linksAt = (origin: string, shopId: string) => ({
  pay: (id: string) => pageLinks.pay(origin, id),
  confirm: (id: string) => pageLinks.confirm(origin, id, shopId),
  bill: (uid: string) => pageLinks.process(origin, uid),
  token: (token: string) => pageLinks.checkout(origin, token),
});

export type Links = ReturnType<typeof linksAt>;

/** The longest link that is drawn as a QR code: cameras cannot read the code of a longer one. */
export const LONGEST_QR = 1000;

export const qrAddress = (kind: "pay" | "token", id: string): string =>
  `/sandbox/qr/${kind}/${encodeURIComponent(id)}`;

export const orderAddress = (token: string): string => `/sandbox/orders/${encodeURIComponent(token)}`;
