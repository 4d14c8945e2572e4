/** The `Authorization` header of HTTP Basic, in UTF-8 (RFC 7617). */
export const basicAuthorization = (shopId: string, secretKey: string): string => {
  const bytes = new TextEncoder().encode(`${shopId}:${secretKey}`);
  return `Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`;
};
