import { pageLinks } from "../../gateway/page-links.ts";

/** Returns the addresses of the customers' pages for products and tokens. */
export const linksAt = (origin: string, shopId: string) => ({
  pay: (id: string) => pageLinks.pay(origin, id),
  confirm: (id: string) => pageLinks.confirm(origin, id, shopId),
  bill: (uid: string) => pageLinks.process(origin, uid),
  token: (token: string) => pageLinks.checkout(origin, token),
});

export type Links = ReturnType<typeof linksAt>;

/** Maximum length of a link for a QR code, because cameras cannot read larger codes. */
export const LONGEST_QR = 1000;

export const qrAddress = (kind: "pay" | "token", id: string): string =>
  `/sandbox/qr/${kind}/${encodeURIComponent(id)}`;

export const orderAddress = pageLinks.order;
