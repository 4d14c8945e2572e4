import { notify } from "../../notify.ts";

export const POST = ({ request }: { request: Request }): Promise<Response> => notify(request);
