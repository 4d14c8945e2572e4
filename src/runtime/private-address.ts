import type { BlockList } from "node:net";

/** Networks that the internet does not route: RFC 6890 and the registries that it names. */
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
  ["::", 127],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
];

const familyOf = (address: string): "ipv4" | "ipv6" => (address.includes(":") ? "ipv6" : "ipv4");

let networks: BlockList | undefined;

/** Node's list. It is not imported: the sandbox is also bundled for Workers and browsers, which have none. */
function createList(): BlockList {
  const list = new (process.getBuiltinModule("node:net").BlockList)();
  for (const [network, prefix] of NETWORKS) list.addSubnet(network, prefix, familyOf(network));
  return list;
}

/** Whether an IP address can be reached only from its own network. IPv4 in IPv6 counts as IPv4. Node only. */
export const isPrivateAddress = (address: string): boolean => {
  networks ??= createList();
  return networks.check(address, familyOf(address));
};

/** Whether a URL's host name is this machine, or an address in its network. */
export function isLocalHost(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, "");
  return hostname === "localhost" || isPrivateAddress(address);
}
