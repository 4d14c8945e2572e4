/** Whether the host name of a URL is this machine, which is `localhost` or an address of the loopback network. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Whether an IP address of a socket belongs to this machine alone. */
export const isLoopbackAddress = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);

/**
 * Whether a host name cannot be registered, so that no website has it: without a dot as in Docker Compose, below
 * `localhost`, and the name of Docker's host.
 */
export const isLocalName = (hostname: string): boolean =>
  /^(?:[^.:]+|.+\.localhost|host\.docker\.internal)$/.test(hostname);
