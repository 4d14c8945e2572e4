import { Webhooks } from "payments-client/webhooks";

export const runtime = "edge";
export const POST = async (request) => new Response((await new Webhooks().verify(request)).type);
