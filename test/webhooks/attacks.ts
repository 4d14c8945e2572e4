/** What is not the shop's: for `verify`, and over HTTP for the shops that are copied. */
import { constants, sign } from "node:crypto";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { AUTHORIZATION, basic, gatewayKeys, otherKeys, signatureOf } from "./notifications.ts";

type Attack = readonly [what: string, value: string];

/** Values of Authorization. */
export const WRONG_CREDENTIALS: readonly Attack[] = [
  ["a scheme alone", "Basic"],
  ["an empty shop id", basic("", SECRET_KEY)],
  ["an empty key", basic(SHOP_ID, "")],
  ["another shop", basic("4822", SECRET_KEY)],
  ["another key", basic(SHOP_ID, "s3cret-key-of-a-shop12")],
  ["another key of the same length", basic(SHOP_ID, SECRET_KEY.replace("s3", "s4"))],
  ["a part of the key", basic(SHOP_ID, SECRET_KEY.slice(0, -1))],
  ["more than the key", basic(SHOP_ID, `${SECRET_KEY}\n`)],
  ["swapped", basic(SECRET_KEY, SHOP_ID)],
  ["no scheme", AUTHORIZATION.slice("Basic ".length)],
  ["Bearer", AUTHORIZATION.replace("Basic", "Bearer")],
  ["twice, joined", `${AUTHORIZATION}, ${AUTHORIZATION}`],
];

/** Values of Content-Signature for a body. */
export function wrongSignatures(body: Buffer): readonly Attack[] {
  const signature = signatureOf(body);
  const bytes = Buffer.from(signature, "base64");
  const by = (algorithm: string): string => sign(algorithm, body, gatewayKeys.privateKey).toString("base64");
  const pss = { key: gatewayKeys.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING };
  return [
    ["empty", ""],
    ["of another body", signatureOf("{}")],
    ["of another key", signatureOf(body, otherKeys.privateKey)],
    ["of this body without its last byte", signatureOf(body.subarray(0, -1))],
    ["SHA-1", by("sha1")],
    ["SHA-512", by("sha512")],
    ["RSA-PSS", sign("sha256", body, pss).toString("base64")],
    ["base64url", `${bytes.toString("base64url")}-_`],
    ["hex", bytes.toString("hex")],
    ["in quotes", `"${signature}"`],
    ["with a prefix", `sha256=${signature}`],
    ["in two parts", signature.replace(/.{60}/, "$& ")],
    ["twice, joined", `${signature}, ${signature}`],
    ["twice without a separator", signature + signature],
    ["too much padding", `${signature}=`],
    ["half of it", signature.slice(0, 172)],
    ["without its last byte", bytes.subarray(0, -1).toString("base64")],
    ["with another byte", Buffer.concat([bytes, Buffer.alloc(1)]).toString("base64")],
    ["without its end", signature.slice(0, -5)],
    ["not base64", "not base64!"],
    ["words", "undefined"],
    ["only padding", "=="],
    ["zeros", Buffer.alloc(256).toString("base64")],
    ["one byte", "AA=="],
  ];
}

/** Bodies that are no JSON object. */
export const NO_OBJECTS = [
  ...["", "hello", '{"transaction":{"uid":"5b8f1f0e",', "7", "null", "[]", '"x"', "true"],
];

/** Bodies that are no notification. */
export const NO_NOTIFICATIONS = [
  ...["{}", '{"transaction":null}', '{"transaction":[]}', '{"transaction":"5b8f1f0e"}'],
  ...['{"transaction":7}', '{"transaction":{"id":1,"status":"successful"}}'],
  '{"transaction":{"uid":null,"status":"successful"}}',
  ...['{"transaction":{"uid":"","status":"successful"}}', '{"transaction":{"uid":{"toString":1}}}'],
  ...['{"transaction":{"uid":["x"],"status":"successful"}}', '{"uid":"5b8f1f0e","status":"successful"}'],
  ...['{"checkout":null}', '{"checkout":"x"}', '{"checkout":{"status":"error","expired":true}}'],
  ...['{"checkout":{"token":null}}', '{"checkout":{"token":["x"]}}', '{"token":"","status":"error"}'],
  ...['{"token":"6d0f","checkout":{"status":"error"}}', '{"token":{},"status":"error"}'],
];
