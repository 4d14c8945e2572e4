const CAUSES: readonly (readonly [code: RegExp, message: string, advice: string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, "does not answer: the host name is not found", "Look for a typing mistake."],
  [/^ECONNREFUSED$/, "does not answer: nothing listens there", "Look for a wrong host or port."],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG/, "speaks http, not https", "Look for a wrong port."],
];

const PROXY = "Look for a firewall or a proxy. Node uses a proxy only with NODE_USE_ENV_PROXY=1.";
const AUTHORITY =
  "Look at the host name and the clock. NODE_EXTRA_CA_CERTS names the file of a company's own CA.";

const CERTIFICATE = /CERT|ALTNAME|HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)/;

/** Why an address did not answer, and what to do. */
export interface Explanation {
  readonly message: string;
  readonly advice: string;
}

/** Explains an error of `fetch`, or the client's error that contains it. */
export function explainFailure(error: unknown): Explanation {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const reason = cause instanceof Error ? cause.message : "";
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const [, message, advice] = CAUSES.find(([pattern]) => pattern.test(code)) ?? [];
  if (message !== undefined && advice !== undefined) return { message, advice };
  if (CERTIFICATE.test(code))
    return { message: `has a certificate that is not trusted: ${reason}`, advice: AUTHORITY };
  return { message: `does not answer${reason && `: ${reason}`}`, advice: PROXY };
}
