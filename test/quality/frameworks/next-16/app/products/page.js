import { payments } from "../../payments.js";

export default async function Page() {
  return <p>is-{(await payments().products.list()).length}</p>;
}
