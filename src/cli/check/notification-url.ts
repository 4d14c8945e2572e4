import { randomBytes, randomUUID } from "node:crypto";
import { lookup } from "node:dns/promises";
import { isPrivateAddress } from "../../runtime/private-address.ts";
import { explainFailure } from "./connection-failure.ts";
import { type Finding, failed, ok, withoutSecrets } from "./finding.ts";

/** How long the merchant's server may take to answer, in milliseconds. */
const TIMEOUT = 10_000;

const ADDRESS = "notify address";
const ANSWER = "notify answer";

/** Whether an address is on the internet, judged by its name: the gateway can reach no other. */
async function checkAddress(url: URL): Promise<Finding> {
  const shown = withoutSecrets(url.href);
  if (url.protocol !== "https:") {
    const advice = "Set an https address: the gateway posts the shop's id and key to it.";
    return failed(ADDRESS, `${shown} is not encrypted`, advice);
  }
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ""), { all: true }).catch(() => []);
  if (found.length === 0) {
    return failed(ADDRESS, `${shown}: the host name is not found`, "Look for a typing mistake.");
  }
  const hidden = found.find(({ address }) => isPrivateAddress(address));
  if (hidden === undefined) return ok(ADDRESS, `${shown} is on the internet`);
  return failed(
    ADDRESS,
    `${shown} is ${hidden.address}, a private address: the gateway cannot reach it`,
    "Use a public address. If only your own network sees it so, run the check outside of it.",
  );
}

/** A notification of a payment and an order that do not exist, with random bytes as its signature. */
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

const VERIFY = "Verify the raw body before anything else, as the handler of Webhooks does.";

/** What an answer to a forged notification says of the server. */
const ANSWERS: readonly (readonly [status: RegExp, message: string, advice: string])[] = [
  [/^2/, "accepts a forged notification: anyone who knows the address can pay orders with it", VERIFY],
  [/^3/, "redirects, which the gateway does not follow", "Use the final address as notification_url."],
  [/^404|^405/, "does not take notifications", "Correct the path, or mount the handler there for POST."],
  [/^4/, "looks at a forged notification before it verifies it", VERIFY],
  [/./, "fails at a forged notification", `Its log says why. ${VERIFY}`],
];

/** Whether the server refuses a forged notification. It is sent without credentials: the address can be mistyped. */
async function checkAnswer(url: URL): Promise<Finding> {
  const shown = withoutSecrets(url.href);
  try {
    const response = await fetch(url, forge());
    await response.body?.cancel();
    const status = String(response.status);
    if (/^40[13]$/.test(status)) return ok(ANSWER, `${shown} refuses a forged notification (${status})`);
    const [, message, advice] = ANSWERS.find(([pattern]) => pattern.test(status)) ?? ["", "", ""];
    return failed(ANSWER, `${shown} ${message} (${status})`, advice);
  } catch (error) {
    const { message, advice } = explainFailure(error);
    return failed(ANSWER, `${shown} ${message}`, advice);
  }
}

/** Checks a `notification_url`. A private address is asked, too: what it answers is worth knowing. */
export const checkNotificationUrl = (url: URL): Promise<Finding[]> =>
  Promise.all([checkAddress(url), checkAnswer(url)]);
