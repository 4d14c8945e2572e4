import { notify } from "../../payments.js";

export const runtime = "edge";
export const POST = (request) => notify(request);
