import { notify } from "./notify.ts";

/** `router.post("/notify", receive)`, behind the application's body parser. */
export async function receive({ request, response }) {
  const { method, headers, body } = { method: "POST", headers: request.headers(), body: request.raw() };
  const { status } = await notify(new Request("https://shop.example/notify", { method, headers, body }));
  response.status(status).send("");
}
