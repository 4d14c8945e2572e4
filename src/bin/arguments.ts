import { parseArgs } from "node:util";

/** What `payments-sandbox` is told. */
export interface SandboxArguments {
  readonly port: number;
  readonly host: string | undefined;
  readonly shopId: string | undefined;
  readonly secretKey: string | undefined;
  readonly speed: number;
  readonly state: string | undefined;
}

export const HELP = `payments-sandbox: a payment gateway on your own machine. No money moves.

  --port PORT         port to listen on, 0 for any that is free; default 4010
  --host ADDRESS      address to listen on; default 127.0.0.1, which only this machine can reach
  --shop-id ID        shop identifier; default 1
  --secret-key KEY    the shop's secret key; default sandbox-secret-key
  --speed FACTOR      waits pass this many times faster: between the posts of a notification, and until
                      a payment token runs out; default 1
  --state FILE        keeps everything in this file, across restarts
  --help              this text`;

const OPTIONS = {
  port: { type: "string", default: "4010" },
  host: { type: "string" },
  "shop-id": { type: "string" },
  "secret-key": { type: "string" },
  speed: { type: "string", default: "1" },
  state: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

/** @throws Error that names the argument and says what was expected. */
export function readArguments(args: readonly string[]): SandboxArguments | "help" {
  const { values } = parseArgs({ args: [...args], options: OPTIONS });
  if (values.help) return "help";
  const port = Number(values.port);
  if (!/^\d+$/.test(values.port) || port > 65_535) {
    throw new Error(`--port must be a number from 0 to 65535, not ${values.port}`);
  }
  const speed = Number(values.speed);
  if (!Number.isFinite(speed)) throw new Error(`--speed must be a number, not ${values.speed}`);
  for (const name of ["host", "shop-id", "secret-key", "state"] as const) {
    if (values[name] === "") throw new Error(`--${name} must not be empty`);
  }
  const { host, state } = values;
  return { port, host, speed, state, shopId: values["shop-id"], secretKey: values["secret-key"] };
}
