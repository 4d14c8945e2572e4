/** Runs an action of the dashboard at an origin. Its script waits a second for the answer of the shop: a slow shop takes longer. */
export const press = (
  origin: string,
  action: string,
  params: object = {},
  send = (request: Request): Promise<Response> => fetch(request),
  wait = 60_000,
): Promise<Response> =>
  send(
    new Request(`${origin}/sandbox/api/${action}?wait=${wait}`, {
      method: "POST",
      body: JSON.stringify(params),
      headers: { origin, "content-type": "application/json" },
    }),
  );
