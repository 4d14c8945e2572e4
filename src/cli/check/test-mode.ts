import { isLocalHost } from "../../runtime/private-address.ts";
import { type Finding, failed, note, ok } from "./finding.ts";
import { urlsIn } from "./probe.ts";

const TEST_SYSTEM = /(?:^|[.-])(?:test|testing|sandbox|demo|staging|stage|dev)(?:[.-]|$)/;

/** Whether payments would move money, as far as that can be seen without one. */
export function checkTestMode(environment: NodeJS.ProcessEnv, products: unknown): Finding {
  const name = "test mode";
  const urls = urlsIn(environment);
  const variablesOf = (isMeant: (hostname: string) => boolean): string =>
    urls.flatMap(([variable, { hostname }]) => (isMeant(hostname) ? variable : [])).join(", ");
  const local = variablesOf(isLocalHost);
  if (local !== "") {
    return failed(name, `${local}: a sandbox, where no money moves`, "Set the gateway's addresses.");
  }
  const named = variablesOf((hostname) => TEST_SYSTEM.test(hostname));
  if (named !== "") return note(name, `${named}: by its name the host is for tests`);
  if (!Array.isArray(products)) return note(name, "was not looked for: the products could not be listed");
  const count = products.filter((product) => product?.test === true).length;
  if (count > 0)
    return note(name, `${count} of the shop's products have test: true: their links take no money`);
  return ok(name, "no address and no product is for tests");
}
