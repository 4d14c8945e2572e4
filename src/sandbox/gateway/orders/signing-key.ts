/** An RSA key pair as base64 of DER. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

const ALGORITHM = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };

const toBase64 = (buffer: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""));

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

const generate = async (): Promise<KeyPair> => {
  const parameters = { ...ALGORITHM, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
  const pair = await crypto.subtle.generateKey(parameters, true, ["sign", "verify"]);
  const [publicKey, privateKey] = await Promise.all([
    crypto.subtle.exportKey("spki", pair.publicKey),
    crypto.subtle.exportKey("pkcs8", pair.privateKey),
  ]);
  return { publicKey: toBase64(publicKey), privateKey: toBase64(privateKey) };
};

const importPrivate = ({ privateKey }: KeyPair) =>
  crypto.subtle.importKey("pkcs8", fromBase64(privateKey), ALGORITHM, false, ["sign"]);

/** The gateway's key pair, which is generated at first use. Source: gateway documentation, "Notifications". */
export class SigningKey {
  #pair: Promise<KeyPair> | undefined;
  #signer: ReturnType<typeof importPrivate> | undefined;

  constructor(pair?: KeyPair) {
    this.#pair = pair && Promise.resolve(pair);
  }

  pair(): Promise<KeyPair> {
    this.#pair ??= generate();
    return this.#pair;
  }

  async sign(body: string | Uint8Array): Promise<string> {
    this.#signer ??= this.pair().then(importPrivate);
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
    return toBase64(await crypto.subtle.sign(ALGORITHM, await this.#signer, bytes));
  }
}
