import { isNameIn } from "../../shared/values.ts";
import { CommandError } from "../errors.ts";
import { FLAG, integerOption, parseOptions, rowsOf, TEXT, variantsOption } from "../parse-options.ts";

export const HELP = `payments-client sandbox: runs a payment gateway on this machine. No money moves.

  --port PORT         port to listen on, 0 for any free port. Default: 4010
  --host ADDRESS      address to listen on. Default: 127.0.0.1, which only this machine can reach
  --public-url URL    public address of the gateway, such as a tunnel's https://name.example. Links start with it
  --dashboard-port P  with --public-url: port of the dashboard on this machine. Default: the port after --port
  --shop-id ID        shop id. Default: 1
  --secret-key KEY    the shop's secret key. Default: sandbox-secret-key, or with --public-url a random key
  --shop-name NAME    the shop's name on the payment page. Default: Sandbox
  --shop-url URL      address to which customers return if the product or the token has none
  --speed FACTOR      divides the time until a notification is repeated and a payment token expires. Default: 1
  --variant NAME=WORD what gateways answer differently, such as freshToken=pending. Several are possible
  --state FILE        saves all data in this file, and loads them at the next start
  --env FILE          writes the PAYMENTS_… variables into this file instead of printing them. Keeps other lines
  --run COMMAND       runs a command with the PAYMENTS_… variables, such as "npm start", and stops with it
  --quiet             prints no lines for API calls and notifications
  --help              prints this text`;

const OPTIONS = {
  ...rowsOf(TEXT, "host", "public-url", "dashboard-port", "state", "env", "run"),
  ...rowsOf(TEXT, "shop-id", "secret-key", "shop-name", "shop-url"),
  port: { ...TEXT, default: "4010" },
  speed: { ...TEXT, default: "1" },
  variant: { ...TEXT, multiple: true },
  quiet: FLAG,
} as const;

/** Replaces the option of a sandbox at the start of a message by its argument, such as `publicUrl` by `--public-url`. */
export const withFlag = (message: string): string =>
  message.replace(/^\w+/, (option) => {
    const name = option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return isNameIn(OPTIONS, name) ? `--${name}` : option;
  });

export type SandboxArguments = ReturnType<typeof readArguments>;

/** @throws Error that names the argument and the expected value. */
export function readArguments(args: string[]) {
  const { values } = parseOptions({ args, options: OPTIONS });
  for (const [name, value] of Object.entries(values))
    if (value === "") throw new CommandError(`--${name} must not be empty`);
  const speed = Number(values.speed);
  if (!Number.isFinite(speed)) throw new CommandError(`--speed must be a number, not ${values.speed}`);
  const { "dashboard-port": port } = values;
  if (port !== undefined && values["public-url"] === undefined)
    throw new CommandError(
      "--dashboard-port requires --public-url, because otherwise the dashboard is at --port",
    );
  return {
    port: integerOption("port", values.port, 0, 65_535),
    host: values.host,
    publicUrl: values["public-url"],
    dashboardPort: port === undefined ? undefined : integerOption("dashboard-port", port, 0, 65_535),
    shopId: values["shop-id"],
    secretKey: values["secret-key"],
    shopName: values["shop-name"],
    shopUrl: values["shop-url"],
    speed,
    variants: variantsOption(values.variant),
    state: values.state,
    env: values.env,
    run: values.run,
    quiet: values.quiet,
  };
}
