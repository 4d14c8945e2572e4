import { app } from "@azure/functions";
import { notify } from "./notify.ts";

app.http("notify", {
  methods: ["POST"],
  authLevel: "anonymous", // the handler checks the credentials and the signature
  handler: (request) => notify(request),
});
