import { notify } from "./notify.ts";

export async function receive({ request, response }) {
  const answer = await notify(
    new Request("https://shop.example/notify", {
      method: "POST",
      headers: request.headers(),
      body: request.raw(), // the body as received, which the parser keeps
    }),
  );
  response.status(answer.status).send("");
}
