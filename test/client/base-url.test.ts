import { describe, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { good, refusalOf, VARIABLES } from "./construct.ts";

describe.each(["baseUrl", "checkoutUrl", "gatewayUrl"] as const)("%s", (name) => {
  test.each<[string | URL, string]>([
    ["https://gateway.example", "https://gateway.example"],
    ["https://gateway.example/api/v1", "https://gateway.example/api/v1"],
    ["https://gateway.example/api/v1//", "https://gateway.example/api/v1"],
    [new URL("https://gateway.example:8443/api/"), "https://gateway.example:8443/api"],
    ["HTTP://LOCALHOST", "HTTP://LOCALHOST"],
    ["http://localhost:3000/api", "http://localhost:3000/api"],
    ["http://127.0.0.1:3000", "http://127.0.0.1:3000"],
    ["http://[::1]:3000", "http://[::1]:3000"],
  ])("%s is read back as %s", (url, read) => {
    expect(new PaymentsClient({ ...good, [name]: url })[name]).toBe(read);
  });

  test.each([
    ...["http://gateway.example", "http://127.0.0.1.gateway.example", "http://localhost.gateway.example"],
    ...["http://gateway.localhost", "http://0.0.0.0", "http://10.0.0.1"],
  ])("%s is refused, as it would send the secret key unencrypted", (url) => {
    expect(refusalOf({ ...good, [name]: url }).message).toContain(`${name} (${VARIABLES[name]})`);
    expect(new PaymentsClient({ ...good, [name]: url, allowInsecureHttp: true })[name]).toBe(url);
  });

  test.each<unknown>([false, undefined, null, "true", 1])(
    "http is not allowed by allowInsecureHttp: %j",
    (allowInsecureHttp) => {
      const options = { ...good, [name]: "http://gateway.example", allowInsecureHttp };
      // @ts-expect-error as JavaScript may call it
      expect(refusalOf(options).message).toContain(name);
    },
  );

  test.each<unknown>([
    ...["gateway.example", "/products", "https://", "ftp://localhost", "javascript:alert(1)"],
    ...["ws://localhost", "https://user:pw@gateway.example", "https://gateway.example/?shop=1"],
    ...["https://gateway.example/#top", 7],
  ])("%s is refused even with allowInsecureHttp", (url) => {
    const options = { ...good, [name]: url, allowInsecureHttp: true };
    expect(refusalOf(options).message).toContain(`${name} (${VARIABLES[name]})`);
  });
});
