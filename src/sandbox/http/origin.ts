import type { Context } from "hono";
import { isLoopbackHost } from "../../runtime/loopback.ts";
import { parseUrl } from "../../shared/parse-url.ts";

/** How a request reached the sandbox; Hono's `env`. */
export interface RequestOrigin {
  /** The address at which the sandbox is reached from outside, where the server or msw gave one. */
  readonly publicUrl: string | undefined;
  /** The same for payment tokens, where msw gave one. */
  readonly checkoutUrl?: string | undefined;
  /** Whether it came to the dashboard's own listener, which is on loopback. */
  readonly isPrivate?: boolean;
}

const addressIn = ({ env }: Context, name: keyof RequestOrigin): string | undefined => {
  const address: unknown = env?.[name];
  return typeof address === "string" ? address : undefined;
};

const publicUrlOf = (context: Context): string | undefined => addressIn(context, "publicUrl");

/** The origin of links: the public URL, else the origin of the request. `X-Forwarded-*` is not trusted. */
export const originOf = (context: Context): string => publicUrlOf(context) ?? new URL(context.req.url).origin;

/** The origin of the links that are at the checkout host. */
export const checkoutOriginOf = (context: Context): string =>
  addressIn(context, "checkoutUrl") ?? originOf(context);

const hostOf = ({ req }: Context): string => req.header("host") ?? new URL(req.url).host;

const hostnameOf = (context: Context): string => parseUrl(`http://${hostOf(context)}`)?.hostname ?? "";

/** Whether the request was sent to the host of a URL. Case and the default port make no difference. */
const isSentTo = (context: Context, url: URL | undefined): boolean =>
  url !== undefined && parseUrl(`${url.protocol}//${hostOf(context)}`)?.host === url.host;

/** Browsers resolve every name below `localhost` to this machine. */
const isLoopbackName = (name: string): boolean => isLoopbackHost(name) || name.endsWith(".localhost");

/** An IP address, or a name that nobody can register and point at this machine. */
const isLocalName = (name: string): boolean =>
  isLoopbackName(name) ||
  name === "sandbox.invalid" ||
  name.startsWith("[") ||
  /^\d+\.\d+\.\d+\.\d+$/.test(name);

/** Whether the request was sent to a local name. A website could point any other name here (DNS rebinding). */
const isLocalHost = (context: Context): boolean => isLocalName(hostnameOf(context));

/**
 * Whether the dashboard is served. With a public address, only its own listener serves it, because a visitor chooses `Host`
 * and a reverse proxy connects from this machine.
 */
export const hasDashboard = (context: Context): boolean =>
  isLocalHost(context) && (publicUrlOf(context) === undefined || context.env?.isPrivate === true);

/** Whether the request was sent to a local name or to the public address. */
export const isKnownHost = (context: Context): boolean =>
  isLocalHost(context) || isSentTo(context, parseUrl(publicUrlOf(context) ?? ""));

/**
 * Whether a browser sent the request from a page of the sandbox. Over plain HTTP, browsers send `Origin` alone. A reverse
 * proxy may replace `Host`, so that `Origin` is compared with the public address too.
 */
export const isSameOrigin = (context: Context): boolean => {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = context.req.header("origin") ?? "";
  return isSentTo(context, parseUrl(origin)) || (origin !== "" && origin === publicUrlOf(context));
};

/** Whether a page of another origin sent the request. A program sends neither header. */
export const isCrossOrigin = (context: Context): boolean => {
  const { req } = context;
  const isFromPage = req.header("origin") !== undefined || req.header("sec-fetch-site") !== undefined;
  return isFromPage && req.header("sec-fetch-site") !== "none" && !isSameOrigin(context);
};
