/**
 * Names such as `api.gateway.example` lead to servers on this machine. `HOSTS` maps origins to origins, `ADDRESSES` host
 * names to IP addresses.
 */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

/** @returns a function that takes it back. */
export function mapHosts({ HOSTS = "{}", ADDRESSES = "{}" }: NodeJS.ProcessEnv): () => void {
  const hosts = JSON.parse(HOSTS);
  const addresses = JSON.parse(ADDRESSES);
  const { fetch } = globalThis;
  const { lookup } = dns.promises;
  globalThis.fetch = (input, init) => {
    const url = new URL(String(input));
    const origin = hosts[url.origin] ?? url.origin;
    return fetch(origin + url.pathname + url.search, init);
  };
  const lookUpHere = async (name: string) => {
    const address = addresses[name];
    if (address === undefined) throw new Error(`getaddrinfo ENOTFOUND ${name}`);
    return [{ address, family: address.includes(":") ? 6 : 4 }];
  };
  Object.assign(dns.promises, { lookup: lookUpHere });
  syncBuiltinESMExports();
  return () => {
    globalThis.fetch = fetch;
    Object.assign(dns.promises, { lookup });
    syncBuiltinESMExports();
  };
}
