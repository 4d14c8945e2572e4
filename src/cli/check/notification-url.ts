import { randomBytes, randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { isPrivateAddress } from "../../runtime/private-address.ts";
import { explainFailure } from "./connection-failure.ts";
import { type Checked, failed, note, ok, withoutSecrets } from "./finding.ts";

/** Maximum time for the answer of the merchant's server in milliseconds. */
const TIMEOUT = 10_000;

const ADDRESS = "notify address";
const ANSWER = "notify answer";

/** Checks that the host name leads to a public address, because the gateway cannot reach others. */
async function checkAddress(url: URL): Promise<Checked> {
  const shown = withoutSecrets(url.href);
  if (url.protocol !== "https:") {
    const advice = "Set an https address, because the gateway posts the shop's id and key to it.";
    return failed(ADDRESS, `${shown} is not encrypted`, advice);
  }
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  if (found.length === 0)
    return failed(ADDRESS, `${shown}: the host name is not found`, "Look for a typing mistake.");
  const hidden = found.find(({ address }) => isPrivateAddress(address));
  if (hidden === undefined) return ok(ADDRESS, `${shown} is on the internet`);
  return failed(
    ADDRESS,
    `${shown} is ${hidden.address}, a private address that the gateway cannot reach`,
    "Use a public address. If only your own network sees it so, run the check outside of it.",
  );
}

/** Creates a notification for an unknown payment and order, with random bytes as the signature. */
function forge(): RequestInit {
  const id = `payments-client-check-${randomUUID()}`;
  const payment = { status: "successful", amount: 1, currency: "EUR" };
  const transaction = { uid: id, tracking_id: id, type: "payment", test: true, ...payment, payment };
  return {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "content-signature": randomBytes(256).toString("base64"),
    },
    body: JSON.stringify({ transaction }),
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT),
  };
}

/** The header with which a server asks for a login. Handlers of the SDK do not send it. */
const LOGIN = "www-authenticate";

const FRONT = "Let POST requests to this path reach your handler, which verifies them.";

const ONLY_CREDENTIALS =
  "It must accept the shop's id and key, and your handler must verify the notification.";

const VERIFY = "Verify the raw body first, as the handler of Webhooks does.";

/** The meaning of an answer to a forged notification. */
const ANSWERS: readonly (readonly [status: RegExp, message: string, advice: string])[] = [
  [/^2/, "accepts a forged notification. Anyone with the address can set orders to paid", VERIFY],
  [/^3/, "redirects, which the gateway does not follow", "Use the final address as notification_url."],
  [/^404|^405/, "does not take notifications", "Correct the path, or mount the handler there for POST."],
  [/^4/, "processes a forged notification before it verifies it", VERIFY],
  [/./, "fails on a forged notification", `Read the server's log. ${VERIFY}`],
];

/**
 * Whether something in front of the handler answered, such as a login or a firewall. Then an address without a handler
 * has the same answer.
 */
async function isFromFront(url: URL, status: number, isLogin: boolean): Promise<boolean> {
  if (!isLogin && status !== 403) return false;
  const other = new URL(`/payments-client-check-${randomUUID()}`, url);
  const answer = await fetch(other, forge());
  await answer.body?.cancel();
  return answer.status === status && (!isLogin || answer.headers.has(LOGIN));
}

/** Checks that the server refuses a forged notification. Sends no credentials, because the address may be wrong. */
async function checkAnswer(url: URL): Promise<Checked> {
  const shown = withoutSecrets(url.href);
  try {
    const response = await fetch(url, forge());
    await response.body?.cancel();
    const status = String(response.status);
    const isLogin = response.status === 401 && response.headers.has(LOGIN);
    if (await isFromFront(url, response.status, isLogin)) {
      const message = `is behind ${isLogin ? "a login" : "a firewall or a CSRF check"}, which also refuses genuine notifications`;
      return failed(ANSWER, `${shown} ${message} (${status})`, FRONT);
    }
    if (isLogin) return note(ANSWER, `${shown} asks for a login (${status}). ${ONLY_CREDENTIALS}`);
    if (/^40[13]$/.test(status)) return ok(ANSWER, `${shown} refuses a forged notification (${status})`);
    const [, message, advice] = ANSWERS.find(([pattern]) => pattern.test(status)) ?? ["", "", ""];
    return failed(ANSWER, `${shown} ${message} (${status})`, advice);
  } catch (error) {
    const { message, advice } = explainFailure(error);
    return failed(ANSWER, `${shown} ${message}`, advice);
  }
}

/** Checks a `notification_url`. Posts the notification even to a private address, because the answer is useful. */
export const checkNotificationUrl = (url: URL): Promise<Checked[]> =>
  Promise.all([checkAddress(url), checkAnswer(url)]);
