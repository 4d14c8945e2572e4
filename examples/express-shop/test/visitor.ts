interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A minimal browser of a customer: keeps the cookie and sends `Origin`. */
export interface Visitor {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(
    path: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer & { readonly location: string }>;
  /** Puts a product in the cart and orders it. @returns the order's id. */
  order(product?: string, quantity?: number): Promise<string>;
  /** Starts a payment on the payment page. @returns the token. */
  pay(orderId: string): Promise<string>;
}

export function createVisitor(url: string): Visitor {
  let cookie = "";
  const post: Visitor["post"] = async (path, fields = {}, headers = {}) => {
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
  return {
    post,
    async get(path, headers = {}) {
      const response = await fetch(url + path, { headers: { cookie, ...headers } });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
    async order(product = "annual-pass", quantity = 1) {
      await post("/cart", { product, quantity: String(quantity) });
      const { location } = await post("/orders", { email: "kim@example.com" });
      return location.replace("/orders/", "");
    },
    async pay(orderId) {
      const { location } = await post(`/orders/${orderId}/pay`);
      return new URL(location).searchParams.get("token") ?? "";
    },
  };
}
