/** A customer without a browser, who orders and starts payments. */
export class Customer {
  readonly #shop: string;
  #cookie = "";

  constructor(shop: string) {
    this.#shop = shop;
  }

  async #post(path: string, fields: Record<string, string> = {}): Promise<string> {
    const response = await fetch(this.#shop + path, {
      method: "POST",
      redirect: "manual",
      headers: { origin: this.#shop, cookie: this.#cookie },
      body: new URLSearchParams(fields),
    });
    this.#cookie = response.headers.get("set-cookie")?.split(";")[0] ?? this.#cookie;
    await response.body?.cancel();
    return response.headers.get("location") ?? "";
  }

  /** Orders one of a product. @returns the order's id. */
  async order(product: string): Promise<string> {
    await this.#post("/cart", { product, quantity: "1" });
    return (await this.#post("/orders", { email: "kim@example.com" })).replace("/orders/", "");
  }

  /** Starts a payment. @returns the payment token. */
  async begin(orderId: string): Promise<string> {
    const location = await this.#post(`/orders/${orderId}/pay`);
    return new URL(location).searchParams.get("token") ?? "";
  }
}
