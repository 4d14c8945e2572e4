import { articles } from "../lib/orders.ts";

/** Plain forms: no script in the browser, and no secret key. */
export default function Shop() {
  return (
    <main>
      <h1>Shop</h1>
      {articles().map((article) => (
        <form key={article} method="post" action={`/checkout?article=${article}`}>
          <button type="submit">Buy {article}</button>
        </form>
      ))}
    </main>
  );
}
