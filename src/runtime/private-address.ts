import type { BlockList } from "node:net";
import { isLocalName } from "./loopback.ts";

/** Networks that the internet does not route (RFC 6890 and the registries in it). */
const NETWORKS: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 3],
  // IPv4 addresses written as `::10.0.0.1`.
  ["::", 96],
  // Local-use NAT64, RFC 8215.
  ["64:ff9b:1::", 48],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

const familyOf = (address: string): "ipv4" | "ipv6" => (address.includes(":") ? "ipv6" : "ipv4");

let networks: BlockList | undefined;

/**
 * Creates a list of Node. `node:net` is not imported, because the local gateway is also bundled for Workers and
 * browsers, which have none.
 */
function createList(): BlockList {
  const list = new (process.getBuiltinModule("node:net").BlockList)();
  for (const [network, prefix] of NETWORKS) {
    const family = familyOf(network);
    list.addSubnet(network, prefix, family);
    // NAT64 translates the rest of such an address to IPv4.
    if (family === "ipv4") list.addSubnet(`64:ff9b::${network}`, 96 + prefix, "ipv6");
  }
  return list;
}

/**
 * Whether an IP address is reachable only in its own network. IPv4 in IPv6, including NAT64, counts as IPv4. Node only.
 */
export const isPrivateAddress = (address: string): boolean => {
  networks ??= createList();
  return networks.check(address, familyOf(address));
};

/** Whether a URL's host name is a local name, or an address in this network. */
export const isLocalHost = (hostname: string): boolean =>
  isLocalName(hostname) || isPrivateAddress(hostname.replace(/^\[|\]$/g, ""));
