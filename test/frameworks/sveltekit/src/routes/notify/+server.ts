import { notify } from "../../notify.ts";

export const POST = ({ request }: { request: Request }) => notify(request);
