/** Requests that no browser and no gateway sends. */
import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

const CRLF = "\r\n";
const MEBIBYTE = Buffer.alloc(1_048_576, "x");

/** A value of a process in `/proc`, such as its highest memory in kilobytes. 0 where there is no `/proc`. */
export function statusOf(pid: number | undefined, name: "VmHWM" | "Threads"): number {
  const file = `/proc/${pid}/status`;
  const [, value] =
    (existsSync(file) && new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(file, "utf8"))) || [];
  return Number(value ?? 0);
}

/** The highest memory of a process in MiB. */
export const peakMemoryOf = (pid: number | undefined): number => statusOf(pid, "VmHWM") / 1024;

/** Sends these lines and the start of a body, and leaves the connection open. */
export async function begin(url: string, lines: readonly string[], body = ""): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // The server may close the connection at any time.
  socket.on("error", () => undefined);
  await new Promise<void>((resolve) => {
    socket.write([...lines, "", body].join(CRLF), () => resolve());
  });
  return socket;
}

/** Time to wait for an answer, in milliseconds. PHP's own server waits for the rest of a request without a limit. */
const PATIENCE = 5000;

/** The first line of the answer. Empty if there is none. */
const answerOf = async (socket: Socket): Promise<string> => {
  let received = "";
  await new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      received += chunk;
      if (received.includes(CRLF)) resolve();
    });
    socket.on("close", () => resolve());
    socket.setTimeout(PATIENCE, () => resolve());
  });
  socket.destroy();
  return received.split(CRLF)[0] ?? "";
};

/** Sends a request as it is written. */
export const send = async (url: string, lines: readonly string[], body = ""): Promise<string> =>
  answerOf(await begin(url, lines, body));

/** Sends a body of this many MiB, until the server closes the connection. */
export async function sendLarge(url: string, lines: readonly string[], mebibytes: number): Promise<string> {
  const socket = await begin(url, lines);
  const answer = answerOf(socket);
  for (let sent = 0; sent < mebibytes && !socket.destroyed; sent += 1) {
    await new Promise<void>((resolve) => {
      socket.write(MEBIBYTE, () => resolve());
    });
  }
  return answer;
}
