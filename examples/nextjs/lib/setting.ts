/** A required environment variable. */
export function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set`);
  return value;
}

/**
 * The shop's public URL, without a slash at its end: Next.js redirects `//notifications`, and the gateway follows no
 * redirects.
 */
export function shopUrl(): string {
  const url = setting("SHOP_URL").trim();
  if (!/^https?:/.test(url) || URL.parse(url) === null) {
    throw new Error("SHOP_URL must be an address such as https://shop.example");
  }
  return url.replace(/\/+$/, "");
}
