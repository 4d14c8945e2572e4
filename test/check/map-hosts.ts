/**
 * Loaded into the command under test: names such as `api.gateway.example` lead to servers on this machine. `HOSTS` maps
 * origins to origins, `ADDRESSES` host names to IP addresses.
 */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const hosts = JSON.parse(process.env["HOSTS"] ?? "{}");
const addresses = JSON.parse(process.env["ADDRESSES"] ?? "{}");

const { fetch } = globalThis;
globalThis.fetch = (input, init) => {
  const url = new URL(String(input));
  const origin = hosts[url.origin] ?? url.origin;
  return fetch(origin + url.pathname + url.search, init);
};

const lookup = async (name: string) => {
  const address = addresses[name];
  if (address === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
  return [{ address, family: address.includes(":") ? 6 : 4 }];
};
Object.assign(dns.promises, { lookup });
syncBuiltinESMExports();
