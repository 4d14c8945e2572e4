/** Runs an action of the dashboard at an origin, as its script does. */
export const press = (
  origin: string,
  action: string,
  params: object = {},
  send = (request: Request): Promise<Response> => fetch(request),
): Promise<Response> =>
  send(
    new Request(`${origin}/sandbox/api/${action}?wait=1000`, {
      method: "POST",
      body: JSON.stringify(params),
      headers: { origin, "content-type": "application/json" },
    }),
  );
