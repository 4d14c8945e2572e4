import { isLocalHost } from "../../runtime/private-address.ts";
import { type Finding, failed, note, ok } from "./finding.ts";
import { urlsIn } from "./probe.ts";

/** Whether every address is encrypted, and certificates are verified. */
export function checkTls(environment: NodeJS.ProcessEnv): Finding {
  if (environment["NODE_TLS_REJECT_UNAUTHORIZED"] === "0") {
    return failed(
      "TLS",
      "NODE_TLS_REJECT_UNAUTHORIZED=0: any server can pretend to be the gateway, and gets the key",
      "Remove it. NODE_EXTRA_CA_CERTS names the file of a company's own CA.",
    );
  }
  const urls = urlsIn(environment);
  const open = urls.filter(([, { protocol }]) => protocol !== "https:");
  if (urls.length === 0) return note("TLS", "was not checked: no address is set");
  if (open.length === 0) return ok("TLS", "every address is https, and certificates are verified");
  const names = open.map(([variable]) => variable).join(", ");
  return open.every(([, { hostname }]) => isLocalHost(hostname))
    ? note("TLS", `${names}: http, on this machine only`)
    : failed("TLS", `${names}: http sends the key unencrypted`, "Set https addresses.");
}
