import { WebhookError } from "../errors/webhook-error.ts";
import { decodeBase64 } from "./crypto/base64.ts";

/** Verifies an RSA signature (PKCS#1 v1.5, SHA-256) of bytes. */
type Verifier = (
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>;

/**
 * Creates a verifier with Node's crypto, which takes a fifth of WebCrypto's time because it uses no thread pool.
 * Undefined if it does not work, because a runtime may have modules that throw or lack functions.
 */
function createNodeVerifier(der: Uint8Array<ArrayBuffer>): Verifier | undefined {
  try {
    const { createPublicKey, verify } = process.getBuiltinModule("node:crypto");
    const key = createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
    const verifier = (signature: Uint8Array, bytes: Uint8Array) => verify("sha256", bytes, key, signature);
    return verifier(der, der) ? undefined : verifier;
  } catch {
    return undefined;
  }
}

async function createWebCryptoVerifier(der: Uint8Array<ArrayBuffer>): Promise<Verifier> {
  const { subtle } = crypto;
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await subtle.importKey("spki", der, algorithm, false, ["verify"]);
  return (signature, bytes) => subtle.verify(algorithm.name, key, signature, bytes);
}

/** A verifier with a validated public key. */
const createVerifier = async (der: Uint8Array<ArrayBuffer>): Promise<Verifier> =>
  createNodeVerifier(der) ?? createWebCryptoVerifier(der);

/** Throws unless exactly one signature was sent and it matches the body. */
export type SignatureCheck = (sent: readonly string[], bytes: Uint8Array<ArrayBuffer>) => Promise<void>;

/** Checks signatures by one key or, while keys are changed, by several. */
export function createSignatureCheck(keys: readonly Uint8Array<ArrayBuffer>[]): SignatureCheck {
  let verifiers: Promise<Verifier[]> | undefined;
  return async (sent, bytes) => {
    verifiers ??= Promise.all(keys.map(createVerifier));
    if (sent.length === 0) throw new WebhookError("signature", "The Content-Signature is missing");
    const signature = sent.length === 1 ? decodeBase64(sent[0] ?? "") : undefined;
    if (signature) {
      for (const isSignatureOf of await verifiers) if (await isSignatureOf(signature, bytes)) return;
    }
    throw new WebhookError("signature", "The Content-Signature does not match the body and publicKey");
  };
}
