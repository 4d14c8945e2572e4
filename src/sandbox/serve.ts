import type { Gateway } from "./gateway/gateway.ts";
import { listen } from "./http/listen.ts";
import type { RequestOrigin } from "./http/origin.ts";
import {
  isPublicUrl,
  readPublicUrl,
  type SandboxClientOptions,
  type SandboxListenOptions,
  type SandboxServer,
} from "./sandbox-options.ts";

const LOOPBACK = "127.0.0.1";

/** Answers a request that came from an origin. */
export type Answer = (request: Request, origin: RequestOrigin) => Response | Promise<Response>;

/** Returns the options with which a client calls the gateway at an address. */
export const clientOptionsAt = ({ settings }: Gateway, url: string): SandboxClientOptions => {
  const { shopId, secretKey } = settings;
  return { shopId, secretKey, baseUrl: url, checkoutUrl: url, gatewayUrl: url, idempotencyKeys: true };
};

/** Listens for HTTP. With a public address, listens a second time for the dashboard. */
export const serve = async (
  gateway: Gateway,
  answer: Answer,
  options: SandboxListenOptions = {},
): Promise<SandboxServer> => {
  const { port = 0, host = LOOPBACK, dashboardPort = port === 0 ? 0 : port + 1 } = options;
  const publicUrl = readPublicUrl(options.publicUrl, gateway.settings.secretKey);
  const isPublic = isPublicUrl(publicUrl);
  gateway.wasPublic ||= isPublic;
  // A loaded state with a public address restricts the sandbox until it listens without a public address.
  gateway.store.isPublic = gateway.wasPublic;
  const listenTo = (at: number, address: string, isPrivate: boolean) =>
    listen((request) => answer(request, { publicUrl, isPrivate }), at, address);
  const { url, close } = await listenTo(port, host, !isPublic);
  if (!isPublic) return { url, dashboardUrl: url, close, clientOptions: clientOptionsAt(gateway, url) };
  const own = await listenTo(dashboardPort, LOOPBACK, true).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    url,
    dashboardUrl: own.url,
    clientOptions: clientOptionsAt(gateway, own.url),
    close: async () => {
      await Promise.all([close(), own.close()]);
    },
  };
};
