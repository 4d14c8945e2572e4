import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

/** Where names such as `api.gateway.example` lead. */
export interface Names {
  /** By origin, what answers in this process, or the origin of a server on this machine. */
  readonly hosts?: Readonly<Record<string, string | ((request: Request) => Promise<Response>)>>;
  /** IP addresses by host name. */
  readonly addresses?: Readonly<Record<string, string>>;
}

/** @returns a function that takes it back. */
export function mapHosts({ hosts = {}, addresses = {} }: Names): () => void {
  const { fetch } = globalThis;
  const { lookup } = dns.promises;
  globalThis.fetch = (input, init) => {
    const { origin, pathname, search } = new URL(String(input));
    const host = hosts[origin] ?? origin;
    return typeof host === "string"
      ? fetch(host + pathname + search, init)
      : host(new Request(`http://127.0.0.1${pathname}${search}`, init));
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
