import { defineEventHandler, toWebRequest } from "h3";
import { notify } from "../notify.ts";

/** Works too: the stream of h3 is not cancelled. */
export default defineEventHandler((event) => notify(toWebRequest(event)));
