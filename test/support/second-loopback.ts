/** A loopback address next to 127.0.0.1, and as a part of a URL. macOS has no 127.0.0.2, and Linux in a container often has no ::1. */
export const SECOND_LOOPBACK =
  process.platform === "darwin" ? { host: "::1", inUrl: "[::1]" } : { host: "127.0.0.2", inUrl: "127.0.0.2" };
