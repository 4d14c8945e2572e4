/** Presses a button of the dashboard at an origin. */
export const press = (
  origin: string,
  action: string,
  fields: Record<string, string> = {},
  send = (request: Request): Promise<Response> => fetch(request),
): Promise<Response> =>
  send(
    new Request(`${origin}/sandbox/${action}`, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { origin },
    }),
  );
