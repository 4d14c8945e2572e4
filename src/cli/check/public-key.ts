import { createHash } from "node:crypto";
import { ConfigurationError } from "payments-client";
import { Webhooks } from "payments-client/webhooks";
import { VARIABLES } from "../../runtime/environment.ts";
import { type Checked, failed, ok } from "./finding.ts";

const ARMOUR = /-----(?:BEGIN|END) [A-Z ]+-----/g;

const bytesOf = (key: string): Buffer =>
  Buffer.from(key.replaceAll(ARMOUR, "").replaceAll(/\\n|\s/g, ""), "base64");

/** Whether a key is incomplete. DER begins with 0x30 0x82 and two bytes for the length. */
function isCut(key: string): boolean {
  if (key.includes("-----BEGIN") && !key.includes("-----END")) return true;
  const [tag, form, high = 0, low = 0, ...rest] = bytesOf(key);
  return tag === 0x30 && form === 0x82 && rest.length < high * 256 + low;
}

const CUT =
  "Most readers of variables end a value at its first line break. Write the key in one line: base64 without spaces, " +
  "or PEM with \\n for each line break.";

const NAME = VARIABLES.publicKey;

const WHERE = "Copy the public key from the back office. It is required to verify notifications.";

/** Checks the format of the gateway's public key. Only a notification can prove that it belongs to this shop. */
export function checkPublicKey(environment: NodeJS.ProcessEnv): Checked {
  const key = environment[NAME];
  if (key === undefined) return failed(NAME, "is not set", WHERE);
  try {
    new Webhooks({ shopId: "1", secretKey: "-", publicKey: key });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    if (isCut(key)) return failed(NAME, `is cut after ${key.length} characters`, CUT);
    return failed(NAME, error.message.replace(`publicKey (${NAME}) `, ""), WHERE);
  }
  const fingerprint = createHash("sha256").update(bytesOf(key)).digest("hex").slice(0, 16);
  return ok(
    NAME,
    `is an RSA key, SHA-256 ${fingerprint}…. Only a notification can prove that it belongs to this shop`,
  );
}
