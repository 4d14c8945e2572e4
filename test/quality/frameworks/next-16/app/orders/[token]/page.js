import { outcome } from "payments-client";
import { payments } from "../../../payments.js";

export default async function Page({ params }) {
  const { token } = await params;
  return <p>is-{outcome(await payments().checkouts.get(token))}</p>;
}
