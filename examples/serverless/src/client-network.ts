/** The groups of an IPv6 address, as `URL` writes it. */
function groupsOf(host: string): string[] {
  const [head = [], tail = []] = host.split("::").map((part) => part.split(":").filter(Boolean));
  return [...head, ...Array<string>(8 - head.length - tail.length).fill("0"), ...tail];
}

/**
 * The network of a client, without its port: an IPv4 address, or the first 64 bits of IPv6, because a customer has all
 * addresses below them. `::ffff:203.0.113.9` is the IPv4 address.
 */
export function clientNetwork(address: string): string {
  const bare = address.replace(/%[^\]]*/, "");
  const isPlainIpv6 = /^[^[]*:.*:/.test(bare);
  const host = URL.parse(`http://${isPlainIpv6 ? `[${bare}]` : bare}`)?.hostname;
  if (!host?.startsWith("[")) return host ?? address;
  const groups = groupsOf(host.slice(1, -1));
  if (!/^(0:){5}ffff:/.test(groups.join(":"))) return groups.slice(0, 4).join(":");
  const bytes = groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255]);
  return bytes.join(".");
}
