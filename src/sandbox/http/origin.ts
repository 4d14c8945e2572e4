import type { Context } from "hono";
import { isLocalName } from "../../runtime/loopback.ts";
import { parseUrl } from "../../shared/parse-url.ts";

/** The origin of a request in Hono's `env`. */
export interface RequestOrigin {
  /** The sandbox's public address, if the server or msw has one. */
  readonly publicUrl: string | undefined;
  /** The public address for payment tokens, if msw has one. */
  readonly checkoutUrl?: string | undefined;
  /** Whether the request came through the dashboard's own listener, which is on loopback. */
  readonly isPrivate?: boolean;
}

const addressIn = ({ env }: Context, name: keyof RequestOrigin): string | undefined => {
  const address: unknown = env?.[name];
  return typeof address === "string" ? address : undefined;
};

const publicUrlOf = (context: Context): string | undefined => addressIn(context, "publicUrl");

/** Returns the origin for links, the public URL or the origin of the request. Does not trust `X-Forwarded-*`. */
export const originOf = (context: Context): string => publicUrlOf(context) ?? new URL(context.req.url).origin;

export const checkoutOriginOf = (context: Context): string =>
  addressIn(context, "checkoutUrl") ?? originOf(context);

const hostOf = ({ req }: Context): string => req.header("host") ?? new URL(req.url).host;

/** Whether the request was sent to the host of a URL. Ignores case and the default port. */
const isSentTo = (context: Context, url: URL | undefined): boolean =>
  url !== undefined && parseUrl(`${url.protocol}//${hostOf(context)}`)?.host === url.host;

const nameOf = (context: Context): string => parseUrl(`http://${hostOf(context)}`)?.hostname ?? "";

/** Whether the request was sent to an IP address, or to a name that is this machine in every network. */
const isOwnHost = (context: Context): boolean =>
  /^\[|^\d+\.\d+\.\d+\.\d+$|^(?:.+\.)?localhost$|^sandbox\.invalid$/.test(nameOf(context));

/** Whether the request was sent to the name of a container. Whoever controls the DNS of a network can lead it here (DNS rebinding). */
export const isContainerName = (context: Context): boolean =>
  isLocalName(nameOf(context)) && !isOwnHost(context);

/** Headers of tunnels and other proxies. Some set `Host` to a local name, and tunnels connect from this machine. */
const PROXIED =
  /^(?:(?:x-)?forwarded(?:-.*)?|via|x-(?:real|client|cluster-client)-ip|true-client-ip|x-original-.*|(?:cf|ngrok|tailscale)-.*)$/;

const isDirect = ({ req }: Context): boolean => !Object.keys(req.header()).some((name) => PROXIED.test(name));

/**
 * Whether the dashboard is available. With a public address, only its own listener serves it, because visitors can set
 * `Host` and reverse proxies connect from this machine.
 */
export const hasDashboard = (context: Context): boolean =>
  isOwnHost(context) &&
  isDirect(context) &&
  (publicUrlOf(context) === undefined || context.env?.isPrivate === true);

/** Whether the request was sent to a local name or to the public address. */
export const isKnownHost = (context: Context): boolean =>
  isOwnHost(context) || isContainerName(context) || isSentTo(context, parseUrl(publicUrlOf(context) ?? ""));

/**
 * Whether a page of the sandbox sent the request. Over plain HTTP, browsers send only `Origin`. A reverse proxy may replace
 * `Host`, so `Origin` may also be the public address.
 */
const isSameOrigin = (context: Context): boolean => {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  const origin = context.req.header("origin") ?? "";
  return isSentTo(context, parseUrl(origin)) || (origin !== "" && origin === publicUrlOf(context));
};

/** Whether a page of another origin sent the request. Other programs send neither header. */
export const isCrossOrigin = (context: Context): boolean => {
  const { req } = context;
  const isFromPage = req.header("origin") !== undefined || req.header("sec-fetch-site") !== undefined;
  return isFromPage && req.header("sec-fetch-site") !== "none" && !isSameOrigin(context);
};

export const isJson = (type: string | undefined): boolean =>
  type?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";
