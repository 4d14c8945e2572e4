/** Whether the host name of a URL is this machine, which is `localhost` or an address of the loopback network. */
export const isLoopbackHost = (hostname: string): boolean =>
  /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** Whether an IP address of a socket belongs to this machine alone. */
export const isLoopbackAddress = (address: string): boolean => /^(?:::ffff:)?127\.|^::1$/.test(address);

/**
 * Whether no website can have a host name. A name without a dot is a container of Docker Compose. A name below `localhost` is
 * this machine. `host.docker.internal` is the machine around a container.
 */
export const isLocalName = (hostname: string): boolean =>
  /^(?:[^.:]+|.+\.localhost|host\.docker\.internal)$/.test(hostname);
