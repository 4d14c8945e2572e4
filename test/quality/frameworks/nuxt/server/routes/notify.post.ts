import { toNodeListener } from "payments-client/webhooks";
import { notify } from "../notify.ts";

export default fromNodeMiddleware(toNodeListener(notify));
