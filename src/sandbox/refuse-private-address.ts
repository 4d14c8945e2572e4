import { isPrivateAddress } from "../runtime/private-address.ts";

const isLoopback = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);

/**
 * Refuses a URL whose host is, or resolves to, an address of a private network; loopback is where the developer's own
 * shop runs. Node only.
 */
export async function refusePrivateAddress(url: string): Promise<void> {
  const { lookup } = process.getBuiltinModule("node:dns/promises");
  const host = new URL(url).hostname.replace(/^\[|\]$/g, "");
  const found = await lookup(host, { all: true }).catch(() => []);
  const hidden = found.find(({ address }) => isPrivateAddress(address) && !isLoopback(address));
  if (hidden)
    throw new Error(`refused: ${hidden.address} is in a private network, and this sandbox has a publicUrl`);
}
