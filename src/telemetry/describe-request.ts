import type { Attributes } from "@opentelemetry/api";
import { type Operation, rowOf } from "../api/operations.ts";
import type { RequestEvent } from "../client/prepare/hooks.ts";

/** The common name and attributes of all calls of one operation to one host. */
export interface RequestDescription {
  readonly name: string;
  /** Attributes of the span when it starts. */
  readonly attributes: Attributes;
  readonly measured: Attributes;
}

/** The path with names in braces instead of identifiers. Undefined for `PaymentsClient.request`. */
function templateOf(operation: Operation, pathname: string): string | undefined {
  if (operation === "request") return undefined;
  const { path } = rowOf(operation);
  // The preceding segments are the path of the client's base URL, which has no identifiers.
  const base = pathname.split("/").slice(0, 1 - path.split("/").length);
  return base.join("/") + path;
}

/** The attributes of a request by the conventions, with `REDACTED` for each identifier in its URL. */
function toDescription({ operation, method, url }: RequestEvent): RequestDescription {
  const { origin, protocol, hostname, port, pathname } = new URL(url);
  const template = templateOf(operation, pathname);
  const measured = {
    "http.request.method": method,
    "server.address": hostname.replace(/^\[|\]$/g, ""),
    "server.port": Number(port) || (protocol === "https:" ? 443 : 80),
    ...(template !== undefined && { "url.template": template }),
  };
  return {
    name: template === undefined ? method : `${method} ${template}`,
    attributes: {
      ...measured,
      "url.full": origin + (template?.replace(/\{\w+\}/g, "REDACTED") ?? "/REDACTED"),
      "payments.operation": operation,
    },
    measured,
  };
}

/**
 * Describes requests. Descriptions are cached by operation, because they are most of the cost of a span without an
 * exporter.
 */
export function requestDescriber(): (event: RequestEvent) => RequestDescription {
  const known = new Map<Operation, RequestDescription & { readonly start: string }>();
  return (event) => {
    const { operation, url } = event;
    const found = known.get(operation);
    if (found && url.startsWith(found.start)) return found;
    const description = toDescription(event);
    const full = String(description.attributes["url.full"]);
    if (operation !== "request")
      known.set(operation, { ...description, start: full.replace(/REDACTED.*/, "") });
    return description;
  };
}
