export const POST = async ({ request }: { request: Request }): Promise<Response> =>
  Response.json({ added: (await request.json()).article });
