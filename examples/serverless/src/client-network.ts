const groupsOf = (text: string): string[] => (text === "" ? [] : text.split(":"));

/** The network of a client: an IPv4 address, or the first 64 bits of IPv6, because a customer has all addresses below them. */
export function clientNetwork(address: string): string {
  if (!address.includes(":")) return address;
  const [head = [], tail = []] = address.split("::").map(groupsOf);
  const zeros = Array<string>(Math.max(0, 8 - head.length - tail.length)).fill("0");
  return [...head, ...zeros, ...tail].slice(0, 4).join(":");
}
