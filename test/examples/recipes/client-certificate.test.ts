import { expect, test } from "vitest";
import { type Certificate, clientWithCertificate } from "../../../examples/recipes/client-certificate.ts";
import { pem } from "../../quality/faults/server.ts";
import { optionsFor } from "../../support/gateway.ts";
import { openTlsGateway } from "./open-tls-gateway.ts";

test("a gateway that requires a client certificate accepts only the client that has one", async () => {
  await using gateway = await openTlsGateway({ requestCert: true });
  const listWith = (certificate: Certificate) =>
    clientWithCertificate(certificate, { ...optionsFor(gateway.url), maxRetries: 0 }).products.list();
  const [ca, key] = [pem("ca"), pem("key")];
  expect(await listWith({ cert: pem("trusted"), key, ca })).toHaveLength(1);
  expect(gateway.clients).toStrictEqual(["localhost"]);
  await expect(listWith({ cert: pem("self-signed"), key, ca })).rejects.toMatchObject({ code: "connection" });
  await expect(listWith({ cert: "", key: "", ca })).rejects.toMatchObject({ code: "connection" });
  expect(gateway.clients).toHaveLength(1);
});

test("a gateway whose own certificate is not signed by the given CA is not trusted", async () => {
  await using gateway = await openTlsGateway();
  const payments = clientWithCertificate(
    { cert: pem("trusted"), key: pem("key") },
    { ...optionsFor(gateway.url), maxRetries: 0 },
  );
  await expect(payments.products.list()).rejects.toMatchObject({ code: "connection", safeToRetry: true });
  expect(gateway.clients).toStrictEqual([]);
});
