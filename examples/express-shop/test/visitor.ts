/** The header of the staff. */
export const ADMIN = { authorization: `Basic ${btoa("admin:open sesame")}` };

export type Visitor = ReturnType<typeof createVisitor>;

/** A minimal browser of a customer: keeps the cookie and sends `Origin`. */
export function createVisitor(url: string) {
  let cookie = "";
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, { headers: { cookie, ...headers } });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const post = async (
    path: string,
    fields: Record<string, string> = {},
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(url + path, {
      method: "POST",
      redirect: "manual",
      headers: { origin: url, cookie, ...headers },
      body: new URLSearchParams(fields),
    });
    const { status, headers: received } = response;
    cookie = received.get("set-cookie")?.split(";")[0] ?? cookie;
    const location = received.get("location") ?? "";
    return { status, headers: received, location, text: await response.text() };
  };
  /** Puts a product in the cart and orders it. @returns the order's id. */
  const order = async (product = "annual-pass", quantity = 1): Promise<string> => {
    await post("/cart", { product, quantity: String(quantity) });
    const { location } = await post("/orders", { email: "kim@example.com" });
    return location.replace("/orders/", "");
  };
  /** Starts a payment on the payment page. @returns the token. */
  const pay = async (orderId: string): Promise<string> => {
    const { location } = await post(`/orders/${orderId}/pay`);
    return new URL(location).searchParams.get("token") ?? "";
  };
  return { get, post, order, pay };
}
