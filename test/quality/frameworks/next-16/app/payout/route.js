import { Webhooks } from "payments-client/webhooks";

export const runtime = "edge";
export const POST = (request) => new Webhooks().verificationHandler(() => true)(request);
